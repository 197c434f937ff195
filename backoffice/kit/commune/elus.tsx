import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EluInput } from '../api/contract.ts'
import { client } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Empty, Loading, Problem } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { dayRange } from '../words/format.ts'
import { typedDay } from '../words/typed-date.ts'
import { useCommuneApi } from './api.ts'
import { RowDialog, RowList, useRows } from './rows.tsx'
import type { Saving } from './saving.ts'
import { t } from './texts.ts'

const rowOf = ({ id, nom, prenom, fonction, debut_mandat, debut_fonction, ordre }: EluInput): EluInput => ({
  ...(id && { id }),
  nom,
  prenom,
  fonction,
  debut_mandat: debut_mandat ?? null,
  debut_fonction: debut_fonction ?? null,
  ...(ordre !== undefined && { ordre }),
})
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
    bodyOf: elus => ({ elus: elus.map(rowOf) }),
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
        onRemove={elu => void part.remove(elu)}
      />
      {!isMerged && (
        <Actions>
          <Button onClick={() => setEditing({ nom: '', prenom: '', fonction: '' })}>{t.elus.add}</Button>
        </Actions>
      )}
      {editing && (
        <Edit
          elu={editing}
          saving={part.saving}
          onClose={() => setEditing(undefined)}
          onSend={elu => void part.put(elu).then(isGone => isGone && setEditing(undefined))}
        />
      )}
    </Section>
  )
}

function Edit({
  elu,
  saving,
  onClose,
  onSend,
}: {
  readonly elu: EluInput
  readonly saving: Saving
  onClose(): void
  onSend(elu: EluInput): void
}) {
  const [typed, setTyped] = useState(elu)
  const [since, setSince] = useState(elu.debut_mandat ?? '')
  const [tried, setTried] = useState(false)
  const day = since.trim() === '' ? null : typedDay(since, new Date(), 'last')
  const missing = (name: 'nom' | 'prenom' | 'fonction') =>
    tried && typed[name].trim() === '' ? t.missing : undefined
  const write = (name: 'nom' | 'prenom' | 'fonction') => (event: { currentTarget: { value: string } }) =>
    setTyped({ ...typed, [name]: event.currentTarget.value })
  const send = () => {
    setTried(true)
    if (
      saving.busy ||
      day === undefined ||
      [typed.nom, typed.prenom, typed.fonction].some(one => one.trim() === '')
    )
      return
    onSend({ ...typed, debut_mandat: day })
  }
  return (
    <RowDialog
      title={elu.id ? t.elus.edit : t.elus.add}
      saving={saving}
      told={saving.errorAt('elus')}
      onClose={onClose}
      onSend={send}
    >
      <Field
        label={t.elus.prenom}
        value={typed.prenom}
        onChange={write('prenom')}
        error={missing('prenom')}
        maxLength={200}
      />
      <Field
        label={t.elus.nom}
        value={typed.nom}
        onChange={write('nom')}
        error={missing('nom')}
        maxLength={200}
      />
      <Field
        label={t.elus.fonction}
        hint={t.elus.fonctionHint}
        value={typed.fonction}
        onChange={write('fonction')}
        error={missing('fonction')}
        maxLength={200}
      />
      <Field
        label={t.elus.debut}
        hint={t.dayHint}
        optional
        value={since}
        onChange={event => setSince(event.currentTarget.value)}
        said={day ? dayRange(day, null) : undefined}
        error={day === undefined ? t.noDay : undefined}
      />
    </RowDialog>
  )
}
