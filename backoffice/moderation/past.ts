import type { HistoryEntry } from '../api/contract.ts'
import { t } from './texts.ts'

/** A line of the trail as a word: of a decision, what was decided. */
export function sentenceOfEntry({ action, changes }: HistoryEntry): string {
  if (action === 'publication.moderated') {
    const status = changes.find(({ field }) => field === 'moderation_status')?.after
    if (typeof status === 'string' && status in t.event) return t.event[status as keyof typeof t.event]
  }
  return action in t.event ? t.event[action as keyof typeof t.event] : t.event.other
}
