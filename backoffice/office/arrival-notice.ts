import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The confirmation of what led to this entry of the history. */
    notice?: string
  }
}

/**
 * What the previous screen did, as it passed it: `navigate({ to, state: { notice } })`. Shown after the first render, because
 * screen readers announce only a change.
 */
export function useArrivalNotice(): string | undefined {
  const notice = useLocation({ select: ({ state }) => state.notice })
  const [shown, show] = useState<string>()
  useEffect(() => {
    show(notice)
  }, [notice])
  return shown
}
