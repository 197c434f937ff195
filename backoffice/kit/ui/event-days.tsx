import { furtherDays, thenInWords } from '../../../shared/event-series.ts'
import { type EventTime, nextTime } from '../../../shared/event-time.ts'
import { dayOf } from '../../../shared/wall-clock.ts'
import { namedDay } from '../words/format.ts'
import { language, texts } from '../words/language.ts'
import css from './event-days.module.css'

/** The next day of an event with its hours, and the rule of the others; all of its dates on demand. */
export function EventDays({ of: event }: { readonly of: EventTime }) {
  const today = dayOf(new Date())
  const text = nextTime(language, event, today, 'year')
  if (event.dates.length === 0) return text
  const further = furtherDays(language, event, today)
  return (
    <>
      {text}{' '}
      <details className={css.more}>
        <summary>{further ? t.others(further.words) : t.all}</summary>
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
  const today = dayOf(new Date())
  return nextTime(language, event, today) + thenInWords(language, event, today)
}

const t = texts({
  fr: { others: (days: string) => `puis ${days}`, all: 'toutes les dates' },
  en: { others: (days: string) => `then ${days}`, all: 'all dates' },
})
