import { useId } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { labelOf } from '../words/language.ts'
import { Check, FieldError } from './field.tsx'

/** Check boxes for several values of an enumeration, with one error for all of them. */
export function Choices<T extends string>({
  legend,
  words,
  chosen,
  error,
  onChange,
}: {
  readonly legend: string
  readonly words: Readonly<Record<T, Parameters<typeof labelOf>[0]>>
  readonly chosen: readonly T[]
  readonly error: string | undefined
  onChange(chosen: readonly T[]): void
}) {
  const id = useId()
  return (
    <fieldset className="stack gap-4" aria-describedby={error && id}>
      <legend>{legend}</legend>
      {namesOf(words).map(one => (
        <Check
          key={one}
          label={labelOf(words[one])}
          checked={chosen.includes(one)}
          aria-invalid={error ? true : undefined}
          onChange={() =>
            onChange(chosen.includes(one) ? chosen.filter(other => other !== one) : [...chosen, one])
          }
        />
      ))}
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  )
}
