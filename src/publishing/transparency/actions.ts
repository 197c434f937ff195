import { Problem } from '../../kernel/refusals/errors.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { anyone, signedIn } from '../../people/access/visitors.ts'
import { teamSettings } from '../../people/teamwork/settings.ts'
import { monthsOf, storedMonths, yearOf } from './months.ts'
import { Months, PublicMonths, PublicYearQuery, YearQuery } from './shapes.ts'

export const byMonth = signedIn.read({
  summary: 'Figures of moderation by month, for the transparency report; in the caller’s territory',
  query: YearQuery,
  reply: Months,
  async run({ db, query, caller, now }) {
    const { page = 1, per_page = 20, year = yearOf(now) } = query
    const months = await monthsOf(db, year, territoryOf(caller, 'dashboard'), now)
    return {
      data: months.slice((page - 1) * per_page, page * per_page),
      meta: {
        current_page: page,
        last_page: Math.max(1, Math.ceil(months.length / per_page)),
        per_page,
        total: months.length,
        next: null,
      },
    }
  },
})

export const published = anyone.read({
  summary: 'Figures of moderation of the months that are over, if the team publishes them',
  query: PublicYearQuery,
  reply: PublicMonths,
  errors: ['not_found'],
  async run({ db, query, now }) {
    if (!(await teamSettings(db)).transparency_public) throw new Problem('not_found')
    return { data: await storedMonths(db, query.year ?? yearOf(now)) }
  },
})
