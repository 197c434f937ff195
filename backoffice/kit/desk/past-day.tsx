import { Field } from '../ui/field.tsx'
import { namedDay } from '../words/format.ts'
import { typedDay } from '../words/typed-date.ts'
import { t } from './texts.ts'

/** The last such day, as `2026-11-20`. Undefined for an empty field. */
export const readPastDay = (typed: string): string | 'unknown' | undefined =>
  typed.trim() === '' ? undefined : (typedDay(typed, new Date(), 'last') ?? 'unknown')

/** A filter field for a day in the past, in free text. Shows how it is understood. */
export function PastDay({
  label,
  typed,
  onType,
}: {
  readonly label: string
  readonly typed: string
  readonly onType: (typed: string) => void
}) {
  const day = readPastDay(typed)
  return (
    <Field
      label={label}
      optional
      value={typed}
      autoComplete="off"
      onChange={event => onType(event.currentTarget.value)}
      error={day === 'unknown' ? t.unknownDay : undefined}
      said={day && day !== 'unknown' ? namedDay(day) : undefined}
    />
  )
}
