import { roomOf } from '../../../shared/fields/field.ts'
import { ANNOUNCED } from '../../../shared/fields/publications.ts'
import type { OwnPublication } from '../../kit/api/contract.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Field } from '../../kit/ui/field.tsx'
import { t } from './texts.ts'

/** Asks why an event is cancelled. */
export function Cancel({
  of: { id, title },
  onClose,
  onCancel,
}: {
  readonly of: OwnPublication
  onClose(): void
  onCancel(reason: string): Promise<void>
}) {
  const form = useRecord<undefined, { readonly annule_motif: string }>({
    key: `annulation ${id}`,
    record: undefined,
    typedOf: () => ({ annule_motif: '' }),
    labels: { annule_motif: t.asked.cancelReason },
    send: ({ annule_motif }) => onCancel(annule_motif.trim()),
  })
  return (
    <FormDialog
      form={form}
      title={t.asked.cancel(title)}
      about={t.asked.cancelAbout}
      onClose={onClose}
      keep={t.asked.cancelNot}
      now={t.asked.cancelDo}
      look="bad"
    >
      <Field
        {...form.field('annule_motif')}
        hint={t.asked.cancelHint}
        optional
        maxLength={roomOf(ANNOUNCED.annule_motif)}
        autoFocus
      />
    </FormDialog>
  )
}
