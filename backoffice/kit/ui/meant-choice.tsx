import { useId } from 'react'
import type { Label, Told } from '../../../shared/words/word.ts'
import { labelOf } from '../words/language.ts'
import { common } from '../words/texts.ts'
import css from './field.module.css'
import { FieldError } from './field.tsx'

/** One of a few values, each with what it means. Where one is needed, none is chosen beforehand: a hurried author must say it. */
export function MeantChoice({
  label,
  hint,
  choices,
  none,
  value,
  error,
  onChange,
}: {
  readonly label: string
  readonly hint?: string | undefined
  readonly choices: Readonly<Record<string, Label & Partial<Told>>>
  /** The name of no value, where the field is optional. */
  readonly none?: string | undefined
  readonly value: string
  readonly error?: string | undefined
  onChange(event: { readonly currentTarget: { readonly value: string } }): void
}) {
  const id = useId()
  return (
    <div
      className="stack gap-8"
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
      aria-invalid={error ? true : undefined}
      tabIndex={error ? -1 : undefined}
    >
      <p id={id} className={`bold ${css.label}`}>
        {label} {none && <span>({common.optional})</span>}
      </p>
      {hint && (
        <p id={`${id}-hint`} className="soft">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {Object.entries(choices).map(([name, words]) => (
        <label key={name} className="meant tile">
          <input type="radio" name={id} value={name} checked={name === value} onChange={onChange} />
          <span>
            {labelOf(words)}
            {words.told && <small>{labelOf(words.told)}</small>}
          </span>
        </label>
      ))}
      {none && (
        <label className="meant tile">
          <input type="radio" name={id} value="" checked={value === ''} onChange={onChange} />
          <span>{none}</span>
        </label>
      )}
    </div>
  )
}
