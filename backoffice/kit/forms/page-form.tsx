import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { actions } from '../words/texts.ts'
import { FormHead, FormState } from './form-state.tsx'
import type { RecordForm } from './record.ts'

/** A form that stays in the page after it was sent. */
export function PageForm({
  form,
  title,
  about,
  className,
  save = actions.save,
  look = 'primary',
  off = false,
  saved,
  above,
  children,
}: {
  readonly form: RecordForm
  /** Of the section that it is. Absent: it stands in another one. */
  readonly title?: string
  /** Above all that the form says itself. */
  readonly about?: ReactNode
  readonly className?: string | undefined
  /** The label of its button. */
  readonly save?: string
  /** Shown once it was sent. */
  readonly saved?: ReactNode
  /** Between the outcome and the button. */
  readonly above?: ReactNode
  readonly children?: ReactNode
} & Pick<ComponentProps<typeof Button>, 'look' | 'off'>) {
  const all = (
    <>
      {about}
      <FormHead of={form} />
      {children}
      <FormState of={form} saved={saved} />
      {above}
      <Actions>
        <Button look={look} type="submit" off={off || form.busy}>
          {save}
        </Button>
      </Actions>
    </>
  )
  return (
    <form className={className} noValidate onSubmit={form.onSubmit}>
      {title === undefined ? all : <Section title={title}>{all}</Section>}
    </form>
  )
}
