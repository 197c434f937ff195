import type { OwnPublication } from '../../kit/api/contract.ts'
import type { Tone } from '../../kit/ui/chip.tsx'
import { moment } from '../../kit/words/format.ts'
import { t } from './texts.ts'

/** The state of a publication in its author's words. Pure: the clock is an argument. */

export type State = 'online' | 'waiting' | 'planned' | 'refused' | 'hidden'

export function stateOf(publication: OwnPublication, now: Date): State {
  const { moderation_status, moderation_by, valide, publie_le } = publication
  // Rejected by a member: withdrawn.
  if (moderation_status === 'rejected') return moderation_by === 'member' ? 'hidden' : 'refused'
  if (moderation_status === 'pending') return 'waiting'
  if (!valide) return 'hidden'
  // Approved without a time: the back-office has still to set it.
  if (publie_le === null) return 'waiting'
  return new Date(publie_le) > now ? 'planned' : 'online'
}

export const TONES: Readonly<Record<State, Tone>> = {
  online: 'ok',
  waiting: 'wait',
  planned: 'info',
  refused: 'bad',
  hidden: 'plain',
}

/** “en ligne depuis hier à 18 h”. */
export function sentenceOf(publication: OwnPublication, now: Date): string {
  const state = stateOf(publication, now)
  const at = moment(new Date(publication.publie_le ?? publication.created_at), now)
  if (state === 'online') return t.said.online(at)
  if (state === 'planned') return t.said.planned(at)
  if (state === 'waiting') return t.said.waiting(moment(new Date(publication.updated_at), now))
  return t.said[state]
}
