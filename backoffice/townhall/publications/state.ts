import type { OwnPublication } from '../../kit/api/contract.ts'
import type { Tone } from '../../kit/ui/chip.tsx'
import { moment } from '../../kit/words/format.ts'
import { t } from './texts.ts'

/** How a publication stands, as whoever wrote it says it: no request, no element, and the clock is an argument. */

export type State = 'online' | 'waiting' | 'planned' | 'refused' | 'hidden'

export function stateOf(publication: OwnPublication, now: Date): State {
  const { moderation_status, moderation_by, valide, publie_le } = publication
  // What one refused oneself was taken back.
  if (moderation_status === 'rejected') return moderation_by === 'member' ? 'hidden' : 'refused'
  if (moderation_status === 'pending') return 'waiting'
  if (!valide) return 'hidden'
  // Let through without a time: the back-office has still to give it one.
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
