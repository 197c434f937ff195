import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { Actions } from '../ui/section.tsx'
import { FormState, Unsaved } from './form-state.tsx'
import type { RecordForm } from './record.ts'

/** A form in a dialog. Closing it keeps the input. */
export const FormDialog = ({
  form,
  keep,
  now,
  look = 'primary',
  hint,
  onClose,
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'onSubmit'> & {
  readonly form: RecordForm
  /** The labels of the button that closes it and of the main one. */
  readonly keep: string
  readonly now: string
  readonly look?: 'primary' | 'bad' | 'grave'
  readonly hint?: string
  readonly children: ReactNode
}) => (
  <Dialog {...dialog} onClose={onClose} onSubmit={form.submit}>
    <Unsaved of={form} />
    {children}
    <FormState of={form} />
    <Acts>
      <Button onClick={onClose}>{keep}</Button>
      <Button look={look} type="submit" hint={hint} off={form.busy}>
        {now}
      </Button>
    </Acts>
  </Dialog>
)

/** The buttons of an editor within a page. Leaving it drops the input. */
export const EditorActs = ({
  form,
  save,
  leave,
  onDone,
}: {
  readonly form: RecordForm
  readonly save: string
  readonly leave: string
  onDone(): void
}) => (
  <>
    <FormState of={form} />
    <Actions>
      <Button look="primary" type="submit" off={form.busy}>
        {save}
      </Button>
      <Button
        onClick={() => {
          form.drop()
          onDone()
        }}
      >
        {leave}
      </Button>
    </Actions>
  </>
)
