import { type Descriptions, faultsOf, sentOf, type Typed, typedOf } from '../forms/described.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { Inputs } from '../forms/inputs.tsx'
import { useRecord } from '../forms/record.ts'
import { actions } from '../words/texts.ts'
import { t } from './texts.ts'

/** The form of a row of a commune that has described fields only. */
export function RowDialog<
  F extends Descriptions,
  R extends { readonly id?: string | undefined } & { readonly [Name in keyof F]?: unknown },
>({
  communeId,
  part,
  words,
  fields,
  labels,
  row,
  put,
  onClose,
}: {
  readonly communeId: string
  readonly part: 'elus' | 'infos'
  readonly words: { readonly add: string; readonly edit: string }
  readonly fields: F
  readonly labels: { readonly [Name in keyof Typed<F>]?: string }
  /** Without an id, a new one. */
  readonly row: R
  put(row: R, base: R): Promise<unknown>
  onClose(): void
}) {
  const form = useRecord<R, Typed<F>>({
    key: `commune ${communeId} ${part} ${row.id ?? 'new'}`,
    record: row,
    typedOf: from => typedOf(fields, from),
    labels,
    check: typed => faultsOf(fields, typed),
    async send(typed, base) {
      await put({ ...base, ...sentOf(fields, typed) }, base)
      onClose()
    },
  })
  return (
    <FormDialog
      title={row.id ? words.edit : words.add}
      form={form}
      onClose={onClose}
      keep={t.notSave}
      now={actions.save}
    >
      <Inputs of={fields} form={form} />
    </FormDialog>
  )
}
