import type { Static } from 'typebox'
import { about, Nullable, named, Obj, Optional, Text, Timestamp, Word } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { ModerationStatus, ReasonCode } from './shapes.ts'

/** The shapes of moderators’ decisions: about a publication, featuring it, and the outcome of reports. */

export const decision = {
  moderation_status: ModerationStatus,
  reason: Optional(about('The reason, for the author to read', Nullable(Text(1000)))),
  reason_code: Optional(Nullable(ReasonCode)),
  publie_le: Optional(
    about('Only with `approved`: the publication is visible from this time on', {
      ...Timestamp,
      'x-extension': true,
    }),
  ),
}
export const Decision = named('ModerationDecision', Obj(decision), {
  moderation_status: 'rejected',
  reason_code: 'duplicate',
  reason: 'Cette annonce est déjà en ligne.',
})
export type Decision = Static<typeof Decision>

export const feature = { en_avant: Type.Boolean(), featured_until: Optional(Nullable(Timestamp)) }
export const someFeature = { en_avant: true, featured_until: '2027-07-15T00:00:00Z' }
export const Feature = named('Feature', Obj(feature), someFeature)
export type Feature = Static<typeof Feature>

export const OUTCOMES = ['kept', 'removed'] as const
export const ReportOutcome = Word(OUTCOMES, {
  kept: 'the publication was kept',
  removed: 'the publication was hidden, rejected or deleted',
})
export type ReportOutcome = Static<typeof ReportOutcome>
