import type { Static } from 'typebox'
import { about, Data, Day, List, Nullable, named, Obj, Optional } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { territoryOf } from '../access/permissions.ts'
import { signedIn } from '../access/visitors.ts'
import { invalid } from '../kernel/errors.ts'
import { isDay } from '../kernel/routes/check.ts'
import { decidedOn, proposedOn, publishedOn, reportedOn, type Span } from './days.ts'

/** A month of a million publications takes 50 ms a number, a year half a second. */
const LONGEST_DAYS = 92
const USUAL_DAYS = 30
const DAY_MS = 86_400_000

const Count = (description: string) => Type.Integer({ minimum: 0, description })
const DayOfModeration = named(
  'DayOfModeration',
  Obj({
    day: Day,
    proposed: Count('Publications created or imported that day'),
    published: Count('Publications that appeared that day and are still visible'),
    rejected: Count('Publications that the back-office rejected that day and that still are rejected'),
    changes_requested: {
      ...Count('Publications that the back-office sent back that day and that still wait for their author'),
      'x-extension': true,
    },
    reported: Count('Reports received that day'),
    median_hours: about(
      'Median number of hours that the publications decided that day had waited; null if none was decided',
      Nullable(Type.Number({ minimum: 0 })),
    ),
  }),
)
type DayOfModeration = Static<typeof DayOfModeration>

export const stats = signedIn.read({
  summary: `Figures by day; \`from\` and \`to\` are included. ${LONGEST_DAYS} days at most, the last ${USUAL_DAYS} by default`,
  query: Obj({ from: Optional(Day), to: Optional(Day) }),
  reply: Data(List(DayOfModeration)),
  revalidated: true,
  async run({ db, query, now, caller }) {
    const territory = territoryOf(caller, 'dashboard')
    const span = spanOf(query, now)
    const [proposed, published, reported, decided] = await Promise.all([
      proposedOn(db, span, territory),
      publishedOn(db, span, territory),
      reportedOn(db, span, territory),
      decidedOn(db, span, territory),
    ])
    const byDay = new Map(decided.map(one => [one.day, one]))
    const of = (rows: readonly { day: string; n: number }[]) => {
      const counts = new Map(rows.map(({ day, n }) => [day, n]))
      return (day: string) => counts.get(day) ?? 0
    }
    const [proposedOf, publishedOf, reportedOf] = [of(proposed), of(published), of(reported)]
    const data = daysOf(span).map(
      (day): DayOfModeration => ({
        day,
        proposed: proposedOf(day),
        published: publishedOf(day),
        rejected: byDay.get(day)?.rejected ?? 0,
        changes_requested: byDay.get(day)?.changes_requested ?? 0,
        reported: reportedOf(day),
        median_hours: byDay.get(day)?.median_hours ?? null,
      }),
    )
    return { data }
  },
})

const inParis = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' })
const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const lengthOf = ({ from, to }: Span) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

function spanOf({ from, to }: Partial<Span>, now: Date): Span {
  const last = to ?? (from === undefined ? inParis.format(now) : plus(from, USUAL_DAYS - 1))
  const span = { from: from ?? plus(last, 1 - USUAL_DAYS), to: last }
  // A computed end may lie beyond the last possible day.
  if (!isDay(span.to)) throw invalid('from', 'est trop tard', 'is too late')
  if (!isDay(span.from)) throw invalid('to', 'est trop tôt', 'is too early')
  if (lengthOf(span) < 1) throw invalid('to', 'est avant « from »', 'is before "from"')
  if (lengthOf(span) > LONGEST_DAYS)
    throw invalid('to', `${LONGEST_DAYS} jours au plus`, `at most ${LONGEST_DAYS} days`)
  return span
}

const daysOf = (span: Span) => Array.from({ length: lengthOf(span) }, (_, n) => plus(span.from, n))
