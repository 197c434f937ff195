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
  /** The title of its own section. Absent: the form stands in another section. */
  readonly title?: string
  /** Stands above all that the form says itself. */
  readonly about?: ReactNode
  readonly className?: string | undefined
  /** The label of its button. */
  readonly save?: string
  /** The notice once it was sent. */
  readonly saved?: ReactNode
  /** Stands between the outcome and the button. */
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
