import { dayInWords } from '../../../shared/event-time.ts'
import { bareNumber, NATURES } from '../../../shared/words/actes.ts'
import type { AlertLevel, OwnState } from '../../../shared/words/publications.ts'
import type { OwnPublication } from '../../kit/api/contract.ts'
import type { Tone } from '../../kit/ui/chip.tsx'
import { moment } from '../../kit/words/format.ts'
import { labelOf, language } from '../../kit/words/language.ts'
import { t } from './texts.ts'

/** The state of a publication in its author's words. Pure: the clock is an argument. */

export function stateOf(publication: OwnPublication, now: Date): OwnState {
  const { moderation_status, moderation_by, valide, publie_le } = publication
  // Rejected by a member: withdrawn.
  if (moderation_status === 'rejected') return moderation_by === 'member' ? 'retirees' : 'refusees'
  if (moderation_status === 'changes_requested') return 'a_corriger'
  if (moderation_status === 'pending') return 'en_attente'
  if (!valide) return 'retirees'
  // Approved without a time: the back-office has still to set it.
  if (publie_le === null) return 'en_attente'
  return new Date(publie_le) > now ? 'programmees' : 'en_ligne'
}

export const TONES: Readonly<Record<OwnState, Tone>> = {
  en_ligne: 'ok',
  en_attente: 'wait',
  programmees: 'info',
  a_corriger: 'plum',
  refusees: 'bad',
  retirees: 'plain',
}

/** As la place colours them. */
export const LEVEL_TONES: Readonly<Record<AlertLevel, Tone>> = {
  information: 'info',
  vigilance: 'wait',
  danger: 'bad',
}

/** “en ligne depuis hier à 18 h”. */
export function sentenceOf(publication: OwnPublication, now: Date): string {
  const state = stateOf(publication, now)
  const at = moment(new Date(publication.publie_le ?? publication.created_at), now)
  if (state === 'en_ligne') return t.said.en_ligne(at)
  if (state === 'programmees') return t.said.programmees(at)
  if (state === 'en_attente') return t.said.en_attente(moment(new Date(publication.updated_at), now))
  return t.said[state]
}

/** Délibération n° 12 du 15 octobre 2026 · transmise à l’État le 20 octobre 2026. */
export function acteInWords({
  nature,
  numero,
  date,
  transmis_le,
}: NonNullable<OwnPublication['acte']>): string {
  const inWords = (day: string) => dayInWords(language, day)
  const sent = transmis_le === null ? t.acte.notSent : t.acte.sent(inWords(transmis_le))
  return `${t.acte.named(labelOf(NATURES[nature]), bareNumber(numero), inWords(date))} · ${sent}`
}

/** Refused or hidden by the back-office. */
export const isContestable = (one: OwnPublication) =>
  one.moderation_by === 'backoffice' &&
  one.may.includes('delete') &&
  ['refusees', 'retirees'].includes(stateOf(one, new Date()))
