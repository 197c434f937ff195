import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { common } from '../words/texts.ts'
import { Button } from './button.tsx'
import css from './field.module.css'
import { Icon } from './icon.tsx'

/** A label, what helps to fill it in, the control, and what is wrong with it: tied together for those who listen. */
interface Labelled {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly optional?: boolean
  /** What was understood: a date in words. */
  readonly said?: string | undefined
}

function Wrap({
  label,
  hint,
  error,
  optional,
  said,
  id,
  children,
}: Labelled & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label} {optional && <span>({common.optional})</span>}
      </label>
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {said && !error && (
        <p className={css.said} id={`${id}-said`}>
          {said}
        </p>
      )}
      {error && (
        <p className={css.error} id={`${id}-error`}>
          <Icon name="warn" small /> {error}
        </p>
      )}
    </div>
  )
}

const describedBy = (id: string, { hint, error, said }: Labelled) =>
  [hint && `${id}-hint`, error ? `${id}-error` : said && `${id}-said`].filter(Boolean).join(' ') || undefined

type Input = Labelled & Omit<ComponentProps<'input'>, 'className' | 'id'>

export function Field({ label, hint, error, optional, said, ...rest }: Input) {
  const id = useId()
  const labelled: Labelled = { label, hint, error, said, ...(optional && { optional }) }
  return (
    <Wrap {...labelled} id={id}>
      <input
        {...rest}
        id={id}
        className={css.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, labelled)}
      />
    </Wrap>
  )
}

export function PasswordField({ label, hint, error, ...rest }: Input) {
  const id = useId()
  const [shown, setShown] = useState(false)
  return (
    <Wrap label={label} hint={hint} error={error} id={id}>
      <div className={css.beside}>
        <input
          {...rest}
          id={id}
          type={shown ? 'text' : 'password'}
          className={css.input}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { label, hint, error })}
        />
        <Button aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? common.hide : common.show}
        </Button>
      </div>
    </Wrap>
  )
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  ...rest
}: Labelled & Omit<ComponentProps<'textarea'>, 'className' | 'id'>) {
  const id = useId()
  const labelled: Labelled = { label, hint, error, ...(optional && { optional }) }
  return (
    <Wrap {...labelled} id={id}>
      <textarea
        {...rest}
        id={id}
        className={css.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, labelled)}
      />
    </Wrap>
  )
}

export function Select({
  label,
  hint,
  error,
  children,
  ...rest
}: Labelled & Omit<ComponentProps<'select'>, 'className' | 'id'>) {
  const id = useId()
  return (
    <Wrap label={label} hint={hint} error={error} id={id}>
      <select
        {...rest}
        id={id}
        className={css.select}
        aria-describedby={describedBy(id, { label, hint, error })}
      >
        {children}
      </select>
    </Wrap>
  )
}

/** `role="switch"` for what is true at once, a checkbox for what a button will send. */
export function Check({
  label,
  hint,
  ...rest
}: { readonly label: ReactNode; readonly hint?: string } & Omit<
  ComponentProps<'input'>,
  'className' | 'type'
>) {
  return (
    <label className={css.check}>
      <input {...rest} type="checkbox" />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}
