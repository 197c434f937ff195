import type { Static } from 'typebox'
import { about, Data, Day, List, Nullable, named, Obj, Optional } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { dayOf } from '../../../shared/wall-clock.ts'
import { invalid } from '../../kernel/refusals/errors.ts'
import { isDay } from '../../kernel/routes/check.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { dayTotals } from '../../publishing/publications/day-totals.ts'
import { countDays, type Span } from './days.ts'

const LONGEST_DAYS = 366
/** Totals are kept for all communes together. Ten million publications take 0.5 s a month where they are counted. */
const LONGEST_DAYS_SOMEWHERE = 92
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
const NOTHING: Omit<DayOfModeration, 'day'> = {
  proposed: 0,
  published: 0,
  rejected: 0,
  changes_requested: 0,
  reported: 0,
  median_hours: null,
}

export const stats = signedIn.read({
  summary: `Figures by day; \`from\` and \`to\` are included. ${LONGEST_DAYS} days at most (${LONGEST_DAYS_SOMEWHERE} for a role limited to communes), the last ${USUAL_DAYS} by default`,
  query: Obj({ from: Optional(Day), to: Optional(Day) }),
  reply: Data(List(DayOfModeration)),
  revalidated: true,
  async run({ db, query, now, caller }) {
    const territory = territoryOf(caller, 'dashboard')
    const span = spanOf(query, now, territory === null ? LONGEST_DAYS : LONGEST_DAYS_SOMEWHERE)
    const numbers =
      territory === null ? await dayTotals(db, span.from, span.to) : await countDays(db, span, territory)
    const byDay = Map.groupBy(numbers, ({ day }) => day)
    const data = daysOf(span).map(
      (day): DayOfModeration => Object.assign({ ...NOTHING, day }, ...(byDay.get(day) ?? [])),
    )
    return { data }
  },
})

const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const lengthOf = ({ from, to }: Span) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

function spanOf({ from, to }: Partial<Span>, now: Date, longest: number): Span {
  const last = to ?? (from === undefined ? dayOf(now) : plus(from, USUAL_DAYS - 1))
  const span = { from: from ?? plus(last, 1 - USUAL_DAYS), to: last }
  // A computed end may lie beyond the last possible day.
  if (!isDay(span.to)) throw invalid('from', 'est trop tard', 'is too late')
  if (!isDay(span.from)) throw invalid('to', 'est trop tôt', 'is too early')
  if (lengthOf(span) < 1) throw invalid('to', 'est avant « from »', 'is before "from"')
  if (lengthOf(span) > longest) throw invalid('to', `${longest} jours au plus`, `at most ${longest} days`)
  return span
}

const daysOf = (span: Span) => Array.from({ length: lengthOf(span) }, (_, n) => plus(span.from, n))
