import { type EventTime, nextTime } from '../../../shared/event-time.ts'
import { counted, dayOf, namedDay } from '../words/format.ts'
import { language, texts } from '../words/language.ts'
import css from './event-days.module.css'

/** The next day of an event with its hours; all of its dates on demand. */
export function EventDays({
  of: event,
  named = false,
}: {
  readonly of: EventTime
  readonly named?: boolean
}) {
  const { text, others } = nextTime(language, event, dayOf(new Date()), named ? 'weekday' : 'year')
  if (others === 0) return text
  return (
    <>
      {text}{' '}
      <details className={css.more}>
        <summary>{t.others(others)}</summary>
        <ul>
          {[event.date_debut, ...event.dates].map(day => (
            <li key={day}>{namedDay(day)}</li>
          ))}
        </ul>
      </details>
    </>
  )
}

/** The same for a line of a list. */
export function eventInBrief(event: EventTime): string {
  const { text, others } = nextTime(language, event, dayOf(new Date()))
  return others === 0 ? text : `${text} ${t.others(others)}`
}

const t = texts({
  fr: { others: (n: number) => `et ${counted(n, 'autre date', 'autres dates')}` },
  en: { others: (n: number) => `and ${counted(n, 'other date', 'other dates')}` },
})
