import type { OwnPublication } from '../../kit/api/contract.ts'
import { DateField, pastDayIn } from '../../kit/forms/date-field.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { t } from './texts.ts'

/** Asks on which day an act was sent to the State: it can be said once. */
export function Transmission({
  of: { id, title },
  onClose,
  onSend,
}: {
  readonly of: OwnPublication
  onClose(): void
  onSend(transmis_le: string): Promise<void>
}) {
  const form = useRecord<undefined, { readonly transmis_le: string }>({
    key: `transmission ${id}`,
    record: undefined,
    typedOf: () => ({ transmis_le: '' }),
    labels: { transmis_le: t.asked.transmittedDay },
    check: ({ transmis_le }) => ({
      transmis_le: pastDayIn(transmis_le) ? undefined : t.asked.transmittedNone,
    }),
    send: ({ transmis_le }) => onSend(pastDayIn(transmis_le) ?? ''),
  })
  return (
    <FormDialog
      form={form}
      title={t.asked.transmitted(title)}
      about={t.asked.transmittedAbout}
      onClose={onClose}
      keep={t.asked.transmittedNot}
      now={t.asked.transmittedDo}
    >
      <DateField {...form.field('transmis_le')} past autoFocus />
    </FormDialog>
  )
}
