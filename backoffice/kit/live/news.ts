import { useEffect, useRef } from 'react'

/** Changes that the service sends to open screens. `follow.ts`, loaded later, reads the stream. */

export interface News {
  /**
   * `reset`: too much was missed, so that a screen reads again what it shows. `ended`: the stream was ended by the service,
   * as it is when the rights of the person change.
   */
  readonly event: 'changed' | 'presence' | 'reset' | 'ended'
  readonly items: readonly { readonly kind: string; readonly id: string }[]
}

type Hear = (news: News) => void
const listeners = new Set<Hear>()

export const tellNews: Hear = news => {
  for (const hear of listeners) hear(news)
}

export function hearNews(hear: Hear): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/** Calls `changed` with those of these records that changed, or with all of them after a reset; `others` for other ones. */
export function useChanged(
  kind: 'publication' | 'claim' | 'thread' | 'appeal',
  ids: readonly string[],
  changed: (ids: readonly string[]) => void,
  others?: () => void,
): void {
  const latest = useRef({ ids, changed, others })
  latest.current = { ids, changed, others }
  useEffect(() => {
    return hearNews(({ event, items }) => {
      if (event === 'presence' || event === 'ended') return
      const { ids, changed, others } = latest.current
      const named = new Set(items.filter(one => one.kind === kind).map(({ id }) => id))
      const shown = ids.filter(id => event === 'reset' || named.delete(id))
      if (shown.length > 0) changed(shown)
      if (event === 'reset' || named.size > 0) others?.()
    })
  }, [kind])
}
