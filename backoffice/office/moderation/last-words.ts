import { dayOf } from '../../../shared/wall-clock.ts'
import { draft, keepDraft } from '../../kit/drafts.ts'
import type { ReasonCode } from './actions.ts'

/**
 * The message that this moderator last sent for each reason, for the rest of the day: refusals repeat. It is only offered,
 * because it may address one author by name.
 */

const STORED = 'last refusal messages'

interface Last {
  readonly day: string
  readonly words: Partial<Record<ReasonCode, string>>
}

function wordsOf(now: Date): Last['words'] {
  const last: Last | null = JSON.parse(draft(STORED) || 'null')
  return last?.day === dayOf(now) ? last.words : {}
}

export const lastWords = (reason: ReasonCode, now: Date): string | undefined => wordsOf(now)[reason]

export function keepLastWords(reason: ReasonCode, words: string, now: Date): void {
  if (words.trim() === '') return
  const last: Last = { day: dayOf(now), words: { ...wordsOf(now), [reason]: words.trim() } }
  keepDraft(STORED, JSON.stringify(last))
}
