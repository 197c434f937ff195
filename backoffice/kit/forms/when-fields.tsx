import { WRITTEN } from '../../../shared/fields/publications.ts'
import { Field } from '../ui/field.tsx'
import { labelOf } from '../words/language.ts'
import { ONE, readWhen, spread, type WhenName, whenExample, whenUnderstood } from './event-time.ts'
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
  const now = new Date()
  const { when, errors } = readWhen(typed, now)
  const fields = ONE.map(name => (
    <Field
      key={name}
      label={labelOf(WRITTEN[name])}
      value={typed[name]}
      error={errorOf(name)}
      fault={errors[name]}
      said={whenUnderstood(name, when[name])}
      autoComplete="off"
      placeholder={whenExample(name)}
      optional={name !== 'date_debut' || !needsDay}
      onBlur={() => {
        const change = spread(typed, now)
        if (Object.keys(change).length > 0) onChange(change)
      }}
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
