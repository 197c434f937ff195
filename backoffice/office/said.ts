import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The confirmation of what led to this entry of the history. */
    said?: string
  }
}

/** What the last screen did, by `navigate({ to, state: { said } })`. After the first render: only a change is announced. */
export function useSaid(): string | undefined {
  const said = useLocation({ select: ({ state }) => state.said })
  const [shown, show] = useState<string>()
  useEffect(() => {
    show(said)
  }, [said])
  return shown
}
