import type { HistoryEntry } from '../../kit/api/contract.ts'
import { t } from './texts.ts'

const isReason = (code: unknown): code is keyof typeof t.reasons =>
  typeof code === 'string' && code in t.reasons

/** A line of the audit trail as a sentence: the decision and its reason. */
export function sentenceOfEntry({ action, changes }: HistoryEntry): string {
  if (action === 'publication.moderated') {
    const status = changes.find(({ field }) => field === 'moderation_status')?.after
    const reason = changes.find(({ field }) => field === 'moderation_reason_code')?.after
    if (typeof status === 'string' && status in t.event)
      return [t.event[status as keyof typeof t.event], isReason(reason) && t.reasons[reason].toLowerCase()]
        .filter(Boolean)
        .join(' : ')
  }
  return action in t.event ? t.event[action as keyof typeof t.event] : t.event.other
}
