import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ELU_FIELDS } from '../../../shared/fields/communes.ts'
import { having } from '../../../shared/fields/field.ts'
import type { EluInput } from '../api/contract.ts'
import { client } from '../api/queries.ts'
import { faultsOf, sentOf, type Typed, typedOf } from '../forms/described.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { Inputs } from '../forms/inputs.tsx'
import { useRecord } from '../forms/record.ts'
import { Button } from '../ui/button.tsx'
import { Empty, Loading, Problem } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { dayRange } from '../words/format.ts'
import { actions } from '../words/texts.ts'
import { useCommuneApi } from './api.ts'
import { RowList, rowToSend, useRows } from './rows.tsx'
import { t } from './texts.ts'

const nameOf = ({ prenom, nom }: EluInput) => `${prenom} ${nom}`
const lineOf = (elu: EluInput) => `${nameOf(elu)}, ${elu.fonction}`

export function Elus({ id, isMerged }: { readonly id: string; readonly isMerged: boolean }) {
  const asked = useCommuneApi().elus(id)
  const { data, error, refetch } = useQuery(asked)
  const [editing, setEditing] = useState<EluInput>()
  const rows = data?.data ?? []
  const part = useRows<EluInput>({
    id,
    part: 'elus',
    read: { rows, version: data?.meta.version ?? 0 },
    reread: async () => {
      const fresh = await client.fetchQuery({ ...asked, staleTime: 0 })
      return { rows: fresh.data, version: fresh.meta.version }
    },
    bodyOf: elus => ({ elus: elus.map(row => rowToSend(ELU_FIELDS, row)) }),
    lineOf,
  })
  if (error && !data) return <Problem error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <Section title={t.elus.title}>
      {part.said}
      {rows.length === 0 && <Empty title={t.elus.none} />}
      <RowList
        rows={rows}
        isLocked={isMerged}
        titleOf={nameOf}
        aboutOf={({ fonction, debut_mandat }) =>
          debut_mandat ? `${fonction} · ${t.elus.since(dayRange(debut_mandat, null))}` : fonction
        }
        onEdit={setEditing}
        onRemove={part.remove}
      />
      {!isMerged && (
        <Actions>
          <Button onClick={() => setEditing({ nom: '', prenom: '', fonction: '' })}>{t.elus.add}</Button>
        </Actions>
      )}
      {editing && <Edit communeId={id} elu={editing} put={part.put} onClose={() => setEditing(undefined)} />}
    </Section>
  )
}

/** The day of the function and the place come from the register. */
const { nom, prenom, ...others } = having(ELU_FIELDS, 'input')
const TYPED = { prenom, nom, ...others }

function Edit({
  communeId,
  elu,
  put,
  onClose,
}: {
  readonly communeId: string
  readonly elu: EluInput
  put(elu: EluInput): Promise<unknown>
  onClose(): void
}) {
  const form = useRecord<EluInput, Typed<typeof TYPED>>({
    key: `commune ${communeId} elus ${elu.id ?? 'new'}`,
    record: elu,
    typedOf: from => typedOf(TYPED, from),
    labels: t.elus.fields,
    check: typed => faultsOf(TYPED, typed),
    async send(typed, base) {
      await put({ ...base, ...sentOf(TYPED, typed) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={elu.id ? t.elus.edit : t.elus.add}
      form={form}
      onClose={onClose}
      keep={t.notSave}
      now={actions.save}
    >
      <Inputs of={TYPED} form={form} />
    </FormDialog>
  )
}
