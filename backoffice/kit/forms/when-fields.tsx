import { useState } from 'react'
import { WRITTEN } from '../../../shared/fields/publications.ts'
import { Field } from '../ui/field.tsx'
import { labelOf } from '../words/language.ts'
import { ONE, readWhen, type WhenName, whenExample, whenUnderstood } from './event-time.ts'
import { OtherDates } from './other-dates.tsx'

/** The days and hours of an event, each said back in words. An error is shown once its field is left. */
export function WhenFields({
  typed,
  errorOf,
  needsDay = false,
  onChange,
}: {
  readonly typed: Readonly<Record<WhenName, string>>
  errorOf(name: WhenName): string | undefined
  readonly needsDay?: boolean
  onChange(change: Readonly<Partial<Record<WhenName, string>>>): void
}) {
  const [left, setLeft] = useState<ReadonlySet<WhenName>>(new Set())
  const { when, errors } = readWhen(typed, new Date())
  const fields = ONE.map(name => (
    <Field
      key={name}
      label={labelOf(WRITTEN[name])}
      value={typed[name]}
      error={errorOf(name) ?? (left.has(name) ? errors[name] : undefined)}
      said={whenUnderstood(name, when[name])}
      autoComplete="off"
      placeholder={whenExample(name)}
      optional={name !== 'date_debut' || !needsDay}
      onBlur={() => typed[name] !== '' && setLeft(new Set([...left, name]))}
      onChange={event => onChange({ [name]: event.currentTarget.value })}
    />
  ))
  return (
    <>
      {fields}
      {(typed.date_debut.trim() !== '' || typed.dates !== '') && (
        <OtherDates
          typed={typed.dates}
          first={when.date_debut}
          error={errorOf('dates') ?? (typed.dates.endsWith('\n') ? errors.dates : undefined)}
          onChange={dates => onChange({ dates })}
        />
      )}
    </>
  )
}
