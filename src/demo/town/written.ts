import { daysAfter, daysBetween } from '../../kernel/values/local-time.ts'
import { agendaFrom, type Planned } from './agenda.ts'
import { alertOn, liftedAlert } from './alerts.ts'
import { lastCouncil, newsOn, roadworks } from './news.ts'
import type { Text } from './text.ts'
import { waitingOn } from './waiting.ts'

/** Everything that the town has written in the three weeks before a day. Pure. */

const WEEKS = 3
const LONGEST = WEEKS * 7

interface Written {
  /** Visible, or scheduled. */
  readonly published: readonly Text[]
  /** The event at the top of the front page. */
  readonly leading: Text
  /** For a moderator. */
  readonly waiting: readonly Text[]
  readonly agenda: readonly Planned[]
}

export function writtenBy(today: string): Written {
  const agenda = agendaFrom(today)
  const ahead = agenda.filter(
    ({ text: { date_debut = '', date_fin, dates = [], annule } }) =>
      (date_fin ?? dates.at(-1) ?? date_debut) > today && !annule,
  )
  const pictured = ahead.filter(({ text }) => text.picture)
  const leading = pictured.find(({ text }) => (text.date_debut ?? '') > today) ?? pictured[0]
  if (!leading) throw new Error('there is no event')
  const featured = { ...leading, text: { ...leading.text, source_url: 'https://www.example.org/agenda/une' } }
  const scheduled = ahead.findLast(one => one !== leading && (one.text.dates ?? []).length === 0)
  const council = lastCouncil(today)
  const news = spread([...newsOn(today), roadworks(today)], 0.3)
  const events = agenda.filter(one => one !== leading && one !== scheduled).map(({ text }) => text)
  const published: Text[] = [
    ...news,
    ...spread(events, 0.6).map(text => ({ ...text, age: Math.max(text.age, before(text, today)) })),
    { ...council.text, age: Math.min(LONGEST, daysBetween(council.day, today) - 3) },
    { ...liftedAlert(daysAfter(today, -12)), age: 12 },
    ...(scheduled ? [{ ...scheduled.text, age: -6 }] : []),
    { ...alertOn(today), age: 1 },
  ]
  return {
    published,
    leading: { ...featured.text, epingle: true, age: Math.max(5, before(leading.text, today)) },
    waiting: waitingOn(today, featured).map(text => ({
      ...text,
      age: Math.max(text.age, before(text, today)),
    })),
    agenda: agenda.map(one => (one === leading ? featured : one)),
  }
}

/** Over the three weeks, the last one first. */
const spread = (texts: readonly Omit<Text, 'age'>[], from: number): Text[] =>
  texts.map((text, at) => ({ ...text, age: 1 + Math.round(((at + from) * (LONGEST - 1)) / texts.length) }))

/** What has begun was announced before. */
const before = ({ date_debut }: Pick<Text, 'date_debut'>, today: string) =>
  date_debut === undefined ? 0 : Math.min(LONGEST, daysBetween(date_debut, today) + 2)

/** Minutes from a day of the past until now: in the day, each at an hour of its own. */
export function minutesSince(age: number, place: number, now: Date, startOfToday: Date): number {
  const written = startOfToday.getTime() - age * 86_400_000 + (8 * 60 + ((place * 97) % 600)) * 60_000
  return Math.max(5, Math.round((now.getTime() - written) / 60_000))
}
