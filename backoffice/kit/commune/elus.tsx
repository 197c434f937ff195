import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ELU_FIELDS } from '../../../shared/fields/communes.ts'
import { having } from '../../../shared/fields/field.ts'
import type { EluInput } from '../api/contract.ts'
import { client } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Empty, NotYet } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { fullDay } from '../words/format.ts'
import { useCommuneApi } from './api.ts'
import { RowDialog } from './row-dialog.tsx'
import { RowList, rowToSend, useRows } from './rows.tsx'
import { t } from './texts.ts'

const nameOf = ({ prenom, nom }: EluInput) => `${prenom} ${nom}`
const lineOf = (elu: EluInput) => `${nameOf(elu)}, ${elu.fonction}`

/** The day of the function and the place come from the register. */
const { nom, prenom, ...others } = having(ELU_FIELDS, 'input')
const TYPED = { prenom, nom, ...others }

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
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />
  return (
    <Section title={t.elus.title}>
      {part.said}
      {rows.length === 0 && <Empty title={t.elus.none} />}
      <RowList
        rows={rows}
        isLocked={isMerged}
        titleOf={nameOf}
        aboutOf={({ fonction, debut_mandat }) =>
          debut_mandat ? `${fonction} · ${t.elus.since(fullDay(debut_mandat))}` : fonction
        }
        onEdit={setEditing}
        onRemove={part.remove}
      />
      {!isMerged && (
        <Actions>
          <Button onClick={() => setEditing({ nom: '', prenom: '', fonction: '' })}>{t.elus.add}</Button>
        </Actions>
      )}
      {editing && (
        <RowDialog
          communeId={id}
          part="elus"
          words={t.elus}
          fields={TYPED}
          labels={t.elus.fields}
          row={editing}
          put={part.put}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Section>
  )
}
