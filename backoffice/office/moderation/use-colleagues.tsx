import type { ReactNode } from 'react'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { patchCached } from '../../kit/desk/patch-cached.ts'
import { useDeskNews } from '../../kit/live/desk-news.ts'
import { usePaced } from '../../kit/live/pace.ts'
import { Note } from '../../kit/ui/message.tsx'
import { type Publication, stateOf } from './rules.ts'
import { t } from './texts.ts'
import { isSettled, type useModeration } from './use-moderation.ts'
import { readPublications } from './version-conflict.ts'

const HELD = ['GET /api/v1/admin/publications', 'GET /api/v1/admin/publications/{id}']

/**
 * The decisions, assignments and notes of colleagues, shown as they happen. A text that its author changes stays as it was
 * read: the decision about it then asks. Returns what the open dialog says.
 */
export function useColleaguesDecisions({
  desk,
  rows,
  open,
  isAsking,
}: {
  readonly desk: Pick<ReturnType<typeof useModeration>, 'outcomes' | 'mark' | 'notifier' | 'change'>
  readonly rows: readonly Publication[]
  readonly open: Publication | undefined
  readonly isAsking: boolean
}): ReactNode {
  const { outcomes } = desk
  const shown = [...rows, ...(open && !rows.some(({ id }) => id === open.id) ? [open] : [])]
  const arrived = usePaced(() => void client.invalidateQueries({ queryKey: ['arrivals'] }))
  const meanwhile = useDeskNews<Publication>({
    kind: 'publication',
    ids: shown.map(({ id }) => id),
    openId: open?.id,
    isAsking,
    shown(id) {
      const outcome = outcomes[id]
      if (outcome?.at === 'sending' || (outcome?.at === 'done' && isSettled(outcome))) return undefined
      return outcome?.publication ?? shown.find(one => one.id === id)
    },
    read: async id => (await call('GET /api/v1/admin/publications/{id}', { params: { id } })).data,
    readList: readPublications,
    isDecided: (before, now) => stateOf(before, new Date()) !== stateOf(now, new Date()),
    show(now, isDecided) {
      const { id, assignee, notes_count, reports_count } = now
      if (isDecided) {
        // Open again after a colleague has undone a decision.
        const at = stateOf(now, new Date()) === 'pending' ? 'failed' : 'theirs'
        desk.mark(id, { at, kind: 'publish', publication: now })
        if (id === open?.id) desk.notifier()({ tone: 'ok', text: sentenceOf(now) })
      } else {
        const change = { assignee, notes_count, reports_count }
        patchCached(HELD, id, change)
        desk.change(id, change)
      }
      void client.invalidateQueries({ queryKey: ['history', id] })
      void client.invalidateQueries({ queryKey: ['notes', id] })
    },
    others: arrived,
  })
  return meanwhile ? (
    <Note tone="wait">
      <p>{sentenceOf(meanwhile)}</p>
    </Note>
  ) : null
}

const sentenceOf = (now: Publication): string =>
  t.byColleague(t.state[stateOf(now, new Date())], now.moderator?.nom ?? undefined)
