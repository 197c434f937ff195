import type { Static } from 'typebox'
import { namesOf } from '../../shared/fields/field.ts'
import { about, List, Nullable, named, Obj, Optional } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { MODERATION_REASONS, type ReasonCode } from '../../shared/words/moderation.ts'
import { Paged, pageQuery } from '../kernel/lists/paging.ts'

/**
 * The figures of a month, after the template of Implementing Regulation (EU) 2024/2835 where it applies: decisions by
 * reason, notices (here reports) and complaints (appeals) with their outcome and median time, automated means. Flat, so that a spreadsheet has a
 * column for each.
 */

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Hours = (description: string) => about(description, Nullable(Type.Number({ minimum: 0 })))
const refusedFor = Object.fromEntries(
  namesOf(MODERATION_REASONS).map(code => [
    `refused_${code}`,
    Count(`Refusals because: ${MODERATION_REASONS[code].means}`),
  ]),
) as Record<`refused_${ReasonCode}`, ReturnType<typeof Count>>

const figures = {
  submitted: Count('Publications created or imported'),
  decisions: Count('Decisions of moderators: accepted, sent back or refused'),
  accepted: Count('Publications accepted'),
  changes_requested: Count('Publications sent back to their authors'),
  refused: Count('Publications refused or withdrawn'),
  ...refusedFor,
  hidden: Count('Accepted publications that were hidden'),
  undone: Count('Decisions about a publication that were undone'),
  decisions_median_hours: Hours(
    'Median number of hours that publications had waited whose last decision is of this month; null without any',
  ),
  reports_received: Count('Reports received'),
  reports_closed: Count('Reports closed by a decision'),
  reports_kept: Count('Closed reports whose publication stayed'),
  reports_removed: Count('Closed reports whose publication was removed'),
  reports_removed_illegal: Count(
    'Removed, reported as against the law; the others break the rules of the platform',
  ),
  reports_median_hours: Hours('Median number of hours between a report and its decision; null without any'),
  appeals_received: Count('Appeals of authors, reporters and claimants received'),
  appeals_upheld: Count('Appeals that upheld the decision'),
  appeals_overturned: Count('Appeals that overturned the decision'),
  appeals_closed: Count('Appeals without object, because the decision was undone or replaced'),
  appeals_median_hours: Hours(
    'Median number of hours between an appeal and its answer, upheld or overturned; null without any',
  ),
  automated_decisions: Count('Decisions by automated means: none. Watched words show a badge to moderators'),
}
const Month = Type.String({
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$',
  description: 'A month in Paris time, `YYYY-MM`',
})
export const TransparencyMonth = named('TransparencyMonth', Obj({ month: Month, ...figures }))
export type TransparencyMonth = Static<typeof TransparencyMonth>
export type Figures = Omit<TransparencyMonth, 'month'>

const Year = about('The year; this one by default', Type.Integer({ minimum: 2000, maximum: 2999 }))
export const YearQuery = Obj({ ...pageQuery, year: Optional(Year) })
export const PublicYearQuery = Obj({ year: Optional(Year) })
export const Months = Paged(TransparencyMonth)
export const PublicMonths = Obj({ data: List(TransparencyMonth) })
