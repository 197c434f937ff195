import type { Static } from 'typebox'
import { namesOf } from '../../../shared/fields/field.ts'
import { about, List, Nullable, named, Obj, Optional } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { MODERATION_REASONS, type ReasonCode } from '../../../shared/words/moderation.ts'
import { inSentence } from '../../../shared/words/word.ts'
import { Paged, pageQuery } from '../../kernel/lists/paging.ts'

/**
 * The figures of a month, after the template of Implementing Regulation (EU) 2024/2835 where it applies: decisions by
 * reason, notices (here reports) and complaints (appeals) with their outcome and median time, automated means. Flat, so that a spreadsheet has a
 * column for each.
 */

/** With the header of its column in a spreadsheet. */
const Count = (description: string, fr: string, en: string) =>
  Type.Integer({ minimum: 0, description, 'x-label': { fr, en } })
const Hours = (description: string, fr: string, en: string) => {
  const shape = about(description, Nullable(Type.Number({ minimum: 0 })))
  return { ...shape, 'x-label': { fr: `${fr} (heures)`, en: `${en} (hours)` } } as typeof shape
}
const refusedFor = Object.fromEntries(
  namesOf(MODERATION_REASONS).map(code => [
    `refused_${code}`,
    Count(
      `Refusals because: ${MODERATION_REASONS[code].means}`,
      `Refus\u00a0: ${inSentence(MODERATION_REASONS[code].fr)}`,
      `Refused: ${inSentence(MODERATION_REASONS[code].en)}`,
    ),
  ]),
) as Record<`refused_${ReasonCode}`, ReturnType<typeof Count>>

const figures = {
  submitted: Count('Publications created or imported', 'Publications proposées', 'Publications submitted'),
  decisions: Count('Decisions of moderators: accepted, sent back or refused', 'Décisions', 'Decisions'),
  accepted: Count('Publications accepted', 'Acceptées', 'Accepted'),
  changes_requested: Count('Publications sent back to their authors', 'Renvoyées à leur auteur', 'Sent back'),
  refused: Count('Publications refused or withdrawn', 'Refusées ou retirées', 'Refused or withdrawn'),
  ...refusedFor,
  hidden: Count('Accepted publications that were hidden', 'Cachées', 'Hidden'),
  undone: Count('Decisions about a publication that were undone', 'Décisions annulées', 'Decisions undone'),
  decisions_median_hours: Hours(
    'Median number of hours that publications had waited whose last decision is of this month; null without any',
    'Délai médian des décisions',
    'Median time to a decision',
  ),
  reports_received: Count('Reports received', 'Signalements reçus', 'Reports received'),
  reports_closed: Count('Reports closed by a decision', 'Signalements traités', 'Reports closed'),
  reports_kept: Count(
    'Closed reports whose publication stayed',
    'Signalements sans suite',
    'Reports without effect',
  ),
  reports_removed: Count(
    'Closed reports whose publication was removed',
    'Retirées après un signalement',
    'Removed after a report',
  ),
  reports_removed_illegal: Count(
    'Removed, reported as against the law; the others break the rules of the platform',
    'Dont contraires à la loi',
    'Of these against the law',
  ),
  reports_median_hours: Hours(
    'Median number of hours between a report and its decision; null without any',
    'Délai médian des signalements',
    'Median time to close a report',
  ),
  appeals_received: Count(
    'Appeals of authors, reporters and claimants received',
    'Contestations reçues',
    'Appeals received',
  ),
  appeals_upheld: Count('Appeals that upheld the decision', 'Décisions maintenues', 'Decisions upheld'),
  appeals_overturned: Count(
    'Appeals that overturned the decision',
    'Décisions revues',
    'Decisions overturned',
  ),
  appeals_closed: Count(
    'Appeals without object, because the decision was undone or replaced',
    'Contestations sans objet',
    'Appeals without object',
  ),
  appeals_median_hours: Hours(
    'Median number of hours between an appeal and its answer, upheld or overturned; null without any',
    'Délai médian des contestations',
    'Median time to answer an appeal',
  ),
  automated_decisions: Count(
    'Decisions by automated means: none. Watched words show a badge to moderators',
    'Décisions automatiques',
    'Automated decisions',
  ),
}
const Month = Type.String({
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
  description: 'A month in Paris time, `YYYY-MM`',
  'x-label': { fr: 'Mois', en: 'Month' },
})
export const TransparencyMonth = named('TransparencyMonth', Obj({ month: Month, ...figures }))
export type TransparencyMonth = Static<typeof TransparencyMonth>
export type Figures = Omit<TransparencyMonth, 'month'>

const Year = about('The year; this one by default', Type.Integer({ minimum: 2000, maximum: 2999 }))
export const YearQuery = Obj({ ...pageQuery, year: Optional(Year) })
export const PublicYearQuery = Obj({ year: Optional(Year) })
export const Months = Paged(TransparencyMonth)
export const PublicMonths = Obj({ data: List(TransparencyMonth) })
