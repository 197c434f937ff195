import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { INFO_FIELDS } from '../../../shared/fields/communes.ts'
import { having, namesOf } from '../../../shared/fields/field.ts'
import { hoursInBrief } from '../../../shared/typed/opening-hours.ts'
import type { InfoInput, InfosToEdit } from '../api/contract.ts'
import { client } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { NotYet } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { contacts } from '../words/contacts.ts'
import { labelOf } from '../words/language.ts'
import { common } from '../words/texts.ts'
import { useCommuneApi } from './api.ts'
import css from './commune.module.css'
import { RowDialog } from './row-dialog.tsx'
import { RowList, rowToSend, useRows } from './rows.tsx'
import { t } from './texts.ts'

const FIELDS = namesOf(having(INFO_FIELDS, 'contact'))
const titleOf = ({ libelle }: InfoInput) => libelle ?? t.infos.unnamed
/** As people say it: the directory of town halls has `Mo-Fr 09:00-12:00`. */
const shownIn = (field: (typeof FIELDS)[number], text: string) =>
  field === 'horaires' ? hoursInBrief(text) : text
const saidBy = (row: InfoInput) => FIELDS.flatMap(field => (row[field] ? [shownIn(field, row[field])] : []))
const lineOf = (row: InfoInput) => [titleOf(row), ...saidBy(row)].join(' · ').replaceAll('\n', ' ; ')
const TYPED = having(INFO_FIELDS, 'input')

export function Infos({ id, isMerged }: { readonly id: string; readonly isMerged: boolean }) {
  const asked = useCommuneApi().infos(id)
  const { data, error, refetch } = useQuery(asked)
  const [editing, setEditing] = useState<InfoInput>()
  const rows = data?.data.rows ?? []
  const part = useRows<InfoInput>({
    id,
    part: 'infos',
    read: { rows, version: data?.meta.version ?? 0 },
    reread: async () => {
      const fresh = await client.fetchQuery({ ...asked, staleTime: 0 })
      return { rows: fresh.data.rows, version: fresh.meta.version }
    },
    bodyOf: infos => ({ infos: infos.map(row => rowToSend(INFO_FIELDS, row)) }),
    lineOf,
  })
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />
  return (
    <>
      <Seen infos={data.data} />
      <Section title={t.infos.rows}>
        {part.said}
        <RowList
          rows={rows}
          isLocked={isMerged}
          titleOf={titleOf}
          aboutOf={row => saidBy(row).join('\n')}
          onEdit={setEditing}
          onRemove={part.remove}
        />
        {!isMerged && (
          <Actions>
            <Button onClick={() => setEditing({})}>{t.infos.add}</Button>
          </Actions>
        )}
      </Section>
      {editing && (
        <RowDialog
          communeId={id}
          part="infos"
          words={t.infos}
          fields={TYPED}
          labels={{ libelle: labelOf(INFO_FIELDS.libelle), ...contacts }}
          row={editing}
          put={part.put}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

/** What the public sees, with the source of each line. */
function Seen({ infos: { publiques, mairie_actor, rows } }: { readonly infos: InfosToEdit }) {
  const isSilent = mairie_actor && (!mairie_actor.active || mairie_actor.deleted_at !== null)
  const sourceOf = (field: (typeof FIELDS)[number]) => {
    const row = rows.find(one => one[field]?.trim() === publiques[field])
    return row ? titleOf(row) : ''
  }
  return (
    <Section title={t.infos.seen}>
      <dl className={`stack gap-10 ${css.sources}`}>
        {FIELDS.map(field => (
          <div className="stack at-top gap-4-16" key={field}>
            <dt>{contacts[field]}</dt>
            <dd dir="auto">
              {publiques[field] ? (
                shownIn(field, publiques[field])
              ) : (
                <span className="soft">{common.nothing}</span>
              )}
            </dd>
            <dd>
              {(publiques.sources[field] ?? 'mairie') !== 'mairie' && (
                <Chip tone="plain">{t.infos.byRow(sourceOf(field))}</Chip>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {mairie_actor && FIELDS.some(field => publiques.sources[field] === 'mairie') && (
        <p className="soft">{t.infos.byMairie(mairie_actor.nom)}</p>
      )}
      {publiques.complements.length > 0 && (
        <p className="soft">{t.infos.also(publiques.complements.map(titleOf).join(', '))}</p>
      )}
      {isSilent && <p className="soft">{t.infos.silent(mairie_actor.nom)}</p>}
      {publiques.mentions.map(mention => (
        <p key={mention} className="soft">
          {mention}
        </p>
      ))}
    </Section>
  )
}
