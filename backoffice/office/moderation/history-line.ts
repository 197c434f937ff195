import type { HistoryEntry } from '../../kit/api/contract.ts'
import { namedDay, namedMoment } from '../../kit/words/format.ts'
import { common } from '../../kit/words/texts.ts'
import { lastDayUntil } from './rules.ts'
import { t } from './texts.ts'

const isReason = (code: unknown): code is keyof typeof t.reasons =>
  typeof code === 'string' && code in t.reasons
const isTold = (key: string): key is keyof typeof t.event => key in t.event

/** A line of the audit trail as a sentence: what was done, for how long, to whom. */
export function sentenceOfEntry({ action, at, by, changes, names }: HistoryEntry): string {
  const changed = (name: string) => changes.find(({ field }) => field === name)
  const after = (name: string) => changed(name)?.after
  const nameOf = (id: unknown) => names[String(id)] ?? common.nameless
  switch (action) {
    case 'publication.moderated': {
      const [status, appears, reason] = ['moderation_status', 'publie_le', 'moderation_reason_code'].map(
        after,
      )
      if (status === 'approved' && typeof appears === 'string' && appears > at)
        return t.eventOf.scheduled(namedMoment(new Date(appears)))
      const said = typeof status === 'string' && isTold(status) ? t.event[status] : t.event.other
      return [said, isReason(reason) && t.reasons[reason].toLowerCase()].filter(Boolean).join(' : ')
    }
    case 'publication.featured': {
      if (after('en_avant') === false) return t.event.unfeatured
      const until = after('featured_until')
      return typeof until === 'string' ? t.eventOf.featured(namedDay(lastDayUntil(until))) : t.event[action]
    }
    case 'publication.valide_set':
      return after('valide') === false ? t.event.hidden : t.event.shown
    case 'publication.assigned': {
      const [was, is] = [changed('assignee_id')?.before, after('assignee_id')]
      if (is === null) return was === by?.id ? t.event.left : t.eventOf.takenFrom(nameOf(was))
      return is === by?.id ? t.event.taken : t.eventOf.given(nameOf(is))
    }
    case 'publication.appeal_assigned': {
      const [was, is] = [changed('assignee_id')?.before, after('assignee_id')]
      return is === null ? t.eventOf.appealTakenFrom(nameOf(was)) : t.eventOf.appealGiven(nameOf(is))
    }
    case 'publication.appeal_decided': {
      const outcome = after('appeal')
      if (outcome === 'pending') return t.event.reopened
      return outcome === 'upheld' || outcome === 'overturned' ? t.event[outcome] : t.event[action]
    }
    default:
      return isTold(action) ? t.event[action] : t.event.other
  }
}
