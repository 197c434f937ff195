import { useRef, useState } from 'react'
import { MOST_DATES, WRITTEN } from '../../../shared/fields/publications.ts'
import { dayAfter } from '../../../shared/typed/calendar.ts'
import { dayAsTyped } from '../../../shared/typed/day.ts'
import { Button } from '../ui/button.tsx'
import css from '../ui/field.module.css'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { counted, namedDay } from '../words/format.ts'
import { labelOf, texts } from '../words/language.ts'
import { KINDS } from './described.ts'
import { datesIn } from './event-time.ts'

/**
 * The further dates of a series, as one text: a line for each date that was added, then what is typed at the moment. So a
 * draft keeps all of it, and a date that was typed and not added is sent too.
 */
export function OtherDates({
  typed,
  first,
  error,
  onChange,
}: {
  readonly typed: string
  /** The first day; null while it is unknown. */
  readonly first: string | null
  readonly error: string | undefined
  onChange(typed: string): void
}) {
  const [said, setSaid] = useState('')
  const input = useRef<HTMLDivElement>(null)
  const now = new Date()
  const { added, rest } = datesIn(typed, now)
  const days = added.flatMap(({ day }) => day ?? [])
  const last = [first, ...days]
    .filter(day => day !== null)
    .sort()
    .at(-1)
  const read = datesIn(`${rest}\n`, now, last).added.map(({ day }) => day)
  const typedNow = read.every(day => day !== undefined) ? read : []
  const next = last === undefined ? undefined : dayAfter(last, 7)
  const isFull = added.length >= MOST_DATES
  const write = (lines: readonly string[], unsent: string) => onChange([...lines, unsent].join('\n'))
  const add = (further: readonly string[], unsent: string) => {
    const lines = [...new Set([...days, ...further])].sort().map(dayAsTyped)
    write([...added.flatMap(({ day, text }) => (day === undefined ? [text] : [])), ...lines], unsent)
    setSaid(t.added(further.map(namedDay).join(', '), lines.length))
  }
  const focus = () => input.current?.querySelector('input')?.focus()
  return (
    <div className={`stack gap-8 ${css.further}`}>
      <div ref={input} className={`stack at-top gap-8-12 ${css.adding}`}>
        <Field
          label={labelOf(WRITTEN.dates)}
          optional
          value={rest}
          error={error}
          said={typedNow.map(namedDay).join(', ') || undefined}
          placeholder={KINDS.days.example?.({})}
          autoComplete="off"
          maxLength={80}
          readOnly={isFull}
          onChange={event =>
            write(
              added.map(({ text }) => text),
              event.currentTarget.value,
            )
          }
          onKeyDown={event => {
            if (event.key !== 'Enter' || typedNow.length === 0 || event.nativeEvent.isComposing) return
            event.preventDefault()
            add(typedNow, '')
          }}
        />
        <Button
          off={typedNow.length === 0 || isFull}
          onClick={() => {
            if (typedNow.length > 0) add(typedNow, '')
            focus()
          }}
        >
          {t.add}
        </Button>
      </div>
      {next && !isFull && (
        <p>
          <Button look="link" onClick={() => add([next], rest)}>
            {t.weekLater(namedDay(next))}
          </Button>
        </p>
      )}
      {added.length > 0 && (
        <ul className="row gap-6" aria-label={labelOf(WRITTEN.dates)}>
          {added.map(({ text, day }, at) => (
            <li className="flex middle round" key={text}>
              <span>{day ? namedDay(day) : text}</span>
              <button
                type="button"
                aria-label={t.remove(day ? namedDay(day) : text)}
                onClick={() => {
                  const left = added.filter((_, place) => place !== at)
                  write(
                    left.map(each => each.text),
                    rest,
                  )
                  setSaid(t.removed(day ? namedDay(day) : text, left.length))
                  focus()
                }}
              >
                <Icon name="cross" small />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="soft second">
        {said}
      </p>
    </div>
  )
}

const t = texts({
  fr: {
    add: 'Ajouter une date',
    weekLater: (day: string) => `Ajouter aussi le ${day}`,
    remove: (day: string) => `Retirer le ${day}`,
    added: (day: string, n: number) =>
      `Ajouté : ${day}. ${counted(n, 'autre date', 'autres dates')} en tout.`,
    removed: (day: string, n: number) =>
      `Retiré : ${day}. ${counted(n, 'autre date', 'autres dates')} en tout.`,
  },
  en: {
    add: 'Add a date',
    weekLater: (day: string) => `Add ${day} too`,
    remove: (day: string) => `Remove ${day}`,
    added: (day: string, n: number) => `Added: ${day}. ${counted(n, 'other date', 'other dates')} in all.`,
    removed: (day: string, n: number) =>
      `Removed: ${day}. ${counted(n, 'other date', 'other dates')} in all.`,
  },
})
