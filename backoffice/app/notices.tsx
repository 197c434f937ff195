import { QueryObserver } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { namesOf } from '../../shared/fields/field.ts'
import { client, counts } from '../kit/api/queries.ts'
import type { Reply } from '../kit/api/send.ts'
import { t } from './notices-texts.ts'

type Waiting = Reply<'GET /api/v1/admin/counts'>['data']

/** The queues, with their screens. */
const QUEUES = {
  pending: { count: ({ moderation }: Waiting) => moderation?.pending, to: '/moderation', search: {} },
  reported: {
    count: ({ moderation }: Waiting) => moderation?.reported,
    to: '/moderation',
    search: { onglet: 'signalees' },
  },
  claims: { count: ({ claims }: Waiting) => claims?.pending, to: '/demandes', search: {} },
  awaiting: { count: ({ support }: Waiting) => support?.awaiting, to: '/messages', search: {} },
} as const
type Numbers = Readonly<Record<keyof typeof QUEUES, number>>

const numbersOf = (waiting: Waiting): Numbers => ({
  pending: QUEUES.pending.count(waiting) ?? 0,
  reported: QUEUES.reported.count(waiting) ?? 0,
  claims: QUEUES.claims.count(waiting) ?? 0,
  awaiting: QUEUES.awaiting.count(waiting) ?? 0,
})

/**
 * While the tab is hidden, the counts of the menu are polled as before, and one notification says what came since. Another
 * one replaces it.
 */
export function Notices() {
  const router = useRouter()
  useEffect(() => {
    let stop: (() => void) | undefined
    let shown: Notification | undefined
    const onVisibility = () => {
      stop?.()
      stop = undefined
      if (document.visibilityState === 'visible') return shown?.close()
      stop = watch((text, queue) => {
        shown = new Notification('Parvis', { body: text, tag: 'parvis' })
        shown.onclick = () => {
          window.focus()
          const { to, search } = QUEUES[queue]
          void router.navigate({ to, search })
        }
      })
    }
    onVisibility()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      stop?.()
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [router])
  return null
}

function watch(tell: (text: string, first: keyof Numbers) => void): () => void {
  let before: Numbers | undefined
  let last: Numbers | undefined
  const observer = new QueryObserver(client, {
    ...counts(),
    refetchIntervalInBackground: true,
    refetchOnMount: false,
  })
  const onCounts = (waiting: Waiting | undefined) => {
    if (!waiting) return
    const now = numbersOf(waiting)
    const [base, known] = [before ?? now, last ?? now]
    const more = namesOf(QUEUES).filter(queue => now[queue] > base[queue])
    const [first] = more
    if (first && more.some(queue => now[queue] > known[queue]))
      tell(more.map(queue => t[queue](now[queue] - base[queue])).join(', '), first)
    last = now
    before = {
      pending: Math.min(base.pending, now.pending),
      reported: Math.min(base.reported, now.reported),
      claims: Math.min(base.claims, now.claims),
      awaiting: Math.min(base.awaiting, now.awaiting),
    }
  }
  onCounts(observer.getCurrentResult().data?.data)
  return observer.subscribe(({ data }) => onCounts(data?.data))
}
