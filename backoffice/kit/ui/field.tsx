import { type ComponentProps, type FocusEvent, type ReactNode, useId, useState } from 'react'
import { common } from '../words/texts.ts'
import { Button } from './button.tsx'
import { useCut } from './cut.ts'
import css from './field.module.css'
import { Icon } from './icon.tsx'

interface Labels {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly optional?: boolean | undefined
  /** The parsed value in words, such as a date. */
  readonly said?: string | undefined
  /** That a pasted text was cut. */
  readonly cut?: string | undefined
}

/** The attributes that tie a control to its label, hint and error. */
export interface Wired {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** A label, a hint, the control and its error, tied together for screen readers. */
export function Labelled({
  label,
  hint,
  error,
  optional,
  said,
  cut,
  isElement = true,
  children,
}: Labels & {
  /** False where the control is no element of forms: it names the label in `aria-labelledby`. */
  readonly isElement?: boolean
  readonly children: (wired: Wired) => ReactNode
}) {
  const id = useId()
  const told = error ? `${id}-error` : said && `${id}-said`
  const describedBy = [hint && `${id}-hint`, told].filter(Boolean).join(' ')
  return (
    <div className={`stack gap-4 ${css.field}`}>
      <label className={`bold ${css.label}`} id={`${id}-label`} htmlFor={isElement ? id : undefined}>
        {label} {optional && <span>({common.optional})</span>}
      </label>
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {said && !error && (
        <p className={css.said} id={`${id}-said`}>
          {said}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {cut && (
        <p className={`flex bad second gap-6 medium ${css.error}`} role="alert">
          <Icon name="warn" small /> {cut}
        </p>
      )}
    </div>
  )
}

/** Fields beside each other, as many as fit. */
export const FieldRow = ({ children }: { readonly children: ReactNode }) => (
  <div className={css.row}>{children}</div>
)

/** Below a control, which names it in `aria-describedby`. */
export const FieldError = ({ id, children }: { readonly id: string; readonly children: ReactNode }) =>
  children && (
    <p className={`flex bad second gap-6 medium ${css.error}`} id={id}>
      <Icon name="warn" small /> {children}
    </p>
  )

type Of<Tag extends 'input' | 'textarea' | 'select'> = Labels & Omit<ComponentProps<Tag>, 'className' | 'id'>

interface Typing {
  /** The error of the typed text, shown when the field loses the focus. */
  readonly fault?: string | undefined
}

function useFault<C extends HTMLInputElement | HTMLTextAreaElement>(
  fault: string | undefined,
  onBlur: ((event: FocusEvent<C>) => void) | undefined,
) {
  const [isLeft, setLeft] = useState(false)
  return {
    said: isLeft ? fault : undefined,
    leave(event: FocusEvent<C>) {
      if (event.currentTarget.value !== '') setLeft(true)
      onBlur?.(event)
    },
  }
}

/** Splits the props of the label from those of the control. */
function apart<P extends Labels>({ label, hint, error, optional, said, ...control }: P) {
  return { labels: { label, hint, error, optional, said }, control }
}

export function Field({ fault, ...props }: Of<'input'> & Typing) {
  const { labels, control } = apart(props)
  const { said, leave } = useFault(fault, props.onBlur)
  const { cut, watch } = useCut<HTMLInputElement>(control)
  return (
    <Labelled {...labels} error={labels.error ?? said} cut={cut}>
      {wired => <input {...control} {...wired} {...watch} onBlur={leave} className={css.input} />}
    </Labelled>
  )
}

/** Takes no `dir`: see `base.css`. */
export function TextArea({ fault, ...props }: Of<'textarea'> & Typing & { readonly dir?: never }) {
  const { labels, control } = apart(props)
  const { said, leave } = useFault(fault, props.onBlur)
  const { cut, watch } = useCut<HTMLTextAreaElement>(control)
  return (
    <Labelled {...labels} error={labels.error ?? said} cut={cut}>
      {wired => <textarea {...control} {...wired} {...watch} onBlur={leave} className={css.input} />}
    </Labelled>
  )
}

export function Select(props: Of<'select'>) {
  const { labels, control } = apart(props)
  return <Labelled {...labels}>{wired => <select {...control} {...wired} className={css.select} />}</Labelled>
}

export function PasswordField(props: Of<'input'>) {
  const { labels, control } = apart(props)
  const [shown, setShown] = useState(false)
  return (
    <Labelled {...labels}>
      {wired => (
        <div className={`row gap-8 ${css.beside}`}>
          <input
            {...control}
            {...wired}
            type={shown ? 'text' : 'password'}
            className={css.input}
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? common.hide : common.show}
          </Button>
        </div>
      )}
    </Labelled>
  )
}

/** `role="switch"` if it takes effect at once; a checkbox if a button sends it. */
export function Check({
  label,
  hint,
  ...rest
}: { readonly label: ReactNode; readonly hint?: string } & Omit<
  ComponentProps<'input'>,
  'className' | 'type'
>) {
  return (
    <label className={`flex middle gap-10 ${css.check}`}>
      <input {...rest} type="checkbox" />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}
