import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActs } from '../ui/dialog.tsx'
import { Actions } from '../ui/section.tsx'
import { actions } from '../words/texts.ts'
import { FormHead, FormState } from './form-state.tsx'
import type { RecordForm } from './record.ts'

/** A form in a dialog. Closing it keeps the input. */
export const FormDialog = ({
  form,
  keep,
  now,
  look = 'primary',
  hint,
  off = false,
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
  /** Nothing can be sent yet: the evidence is still loading. */
  readonly off?: boolean
  readonly children: ReactNode
}) => (
  <Dialog {...dialog} onClose={onClose} onSubmit={off ? undefined : form.submit}>
    <FormHead of={form} />
    {children}
    <FormState of={form} />
    <DialogActs keep={keep} now={now} look={look} hint={hint} off={off || form.busy} onClose={onClose} />
  </Dialog>
)

/** Ctrl + Enter saves, Escape closes. Keys of a dialog above the editor are none of it. */
export const editorKeys =
  <E extends Element>(save: (editor: E) => void, close: () => void) =>
  (event: KeyboardEvent<E>) => {
    const { target, currentTarget, nativeEvent } = event
    if (event.defaultPrevented || nativeEvent.isComposing) return
    if ((target as Element).closest('dialog') !== currentTarget.closest('dialog')) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(currentTarget)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

/** A form within a page. Escape closes it and keeps the input; the second button drops it. */
export const Editor = ({
  form,
  label,
  className = 'stack gap-12 wide',
  save = actions.save,
  leave = actions.leave,
  onDone,
  children,
}: {
  readonly form: RecordForm
  readonly label?: string | undefined
  readonly className?: string
  readonly save?: string
  readonly leave?: string
  onDone(): void
  readonly children: ReactNode
}) => (
  <form
    noValidate
    className={className}
    aria-label={label}
    onSubmit={form.onSubmit}
    onKeyDown={editorKeys(form => form.requestSubmit(), onDone)}
  >
    <FormHead of={form} />
    {children}
    <FormState of={form} />
    <Actions>
      <Button look="primary" type="submit" hint="Ctrl ↵" off={form.busy}>
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
  </form>
)
