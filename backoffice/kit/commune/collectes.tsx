import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { datesFrom } from '../../../shared/collection-days.ts'
import { namesOf } from '../../../shared/fields/field.ts'
import { COLLECTE_TYPES, FREQUENCES } from '../../../shared/words/communes.ts'
import type { CollecteInput } from '../api/contract.ts'
import { client } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Check, Field, Select, TextArea } from '../ui/field.tsx'
import { Empty, Loading, Problem } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { clockTime, namedDay } from '../words/format.ts'
import { typedTime } from '../words/typed-date.ts'
import { useCommuneApi } from './api.ts'
import css from './commune.module.css'
import { type Exception, exceptionsIn, exceptionsSaid } from './exceptions.ts'
import { RowDialog, RowList, useRows } from './rows.tsx'
import type { Saving } from './saving.ts'
import { t, WEEKDAYS } from './texts.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

const rowOf = ({
  id,
  type,
  libelle,
  zone,
  jours,
  frequence,
  heure_debut,
  notes,
  exceptions,
}: CollecteInput) => ({
  ...(id && { id }),
  type,
  libelle: libelle ?? null,
  zone: zone ?? null,
  jours: jours ?? [],
  frequence,
  heure_debut: heure_debut ?? null,
  notes: notes ?? null,
  exceptions: exceptions ?? [],
})
const titleOf = ({ type, libelle, zone }: CollecteInput) =>
  [libelle || t.collectes.types[type], zone].filter(Boolean).join(' · ')
const whenOf = ({ frequence, jours = [], heure_debut }: CollecteInput) =>
  [
    t.collectes.frequences[frequence],
    jours.map(day => WEEKDAYS[day - 1]).join(', '),
    heure_debut && t.collectes.at(clockTime(heure_debut)),
  ]
    .filter(Boolean)
    .join(', ')

/** The next dates, by the rule that the service uses: they follow the typed values. */
const nextOf = (collecte: CollecteInput, fuseau: string) =>
  datesFrom(
    {
      frequence: collecte.frequence,
      jours: [...(collecte.jours ?? [])],
      exceptions: (collecte.exceptions ?? []).map(({ date, report_le }) => ({
        date,
        report_le: report_le ?? null,
      })),
    },
    new Intl.DateTimeFormat('en-CA', { timeZone: fuseau }).format(new Date()),
  )
const nextSaid = (dates: readonly string[]) =>
  dates.length === 0 ? t.collectes.noNext : t.collectes.next(dates.map(namedDay).join(', '))

export function Collectes({ id, isMerged }: { readonly id: string; readonly isMerged: boolean }) {
  const asked = useCommuneApi().collectes(id)
  const { data, error, refetch } = useQuery(asked)
  const [editing, setEditing] = useState<CollecteInput>()
  const rows: readonly CollecteInput[] = data?.data ?? []
  const part = useRows<CollecteInput>({
    id,
    part: 'collectes',
    read: { rows, version: data?.meta.version ?? 0 },
    reread: async () => {
      const fresh = await client.fetchQuery({ ...asked, staleTime: 0 })
      return { rows: fresh.data, version: fresh.meta.version }
    },
    bodyOf: collectes => ({ collectes: collectes.map(rowOf) }),
    lineOf: row => `${titleOf(row)}, ${whenOf(row)}`,
  })
  if (error && !data) return <Problem error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const { fuseau } = data.meta
  return (
    <Section title={t.collectes.title}>
      {part.said}
      {rows.length === 0 && <Empty title={t.collectes.none} />}
      <RowList
        rows={rows}
        isLocked={isMerged}
        titleOf={titleOf}
        aboutOf={row => `${whenOf(row)}\n${nextSaid(nextOf(row, fuseau))}`}
        onEdit={setEditing}
        onRemove={row => void part.remove(row)}
      />
      {!isMerged && (
        <Actions>
          <Button
            onClick={() => setEditing({ type: 'ordures_menageres', frequence: 'hebdomadaire', jours: [] })}
          >
            {t.collectes.add}
          </Button>
        </Actions>
      )}
      {editing && (
        <Edit
          collecte={editing}
          fuseau={fuseau}
          saving={part.saving}
          onClose={() => setEditing(undefined)}
          onSend={row => void part.put(row).then(isGone => isGone && setEditing(undefined))}
        />
      )}
    </Section>
  )
}

function Edit({
  collecte,
  fuseau,
  saving,
  onClose,
  onSend,
}: {
  readonly collecte: CollecteInput
  readonly fuseau: string
  readonly saving: Saving
  onClose(): void
  onSend(row: CollecteInput): void
}) {
  const [typed, setTyped] = useState(collecte)
  const [except, setExcept] = useState(exceptionsSaid(collecte.exceptions ?? []))
  const exceptions: readonly Exception[] | undefined = exceptionsIn(except, new Date())
  const [hour, setHour] = useState(collecte.heure_debut ?? '')
  const heure_debut = hour.trim() === '' ? null : typedTime(hour)
  const jours = typed.jours ?? []
  const needsDays = typed.frequence !== 'sur_rendez_vous' && jours.length === 0
  const [tried, setTried] = useState(false)
  const change = (fields: Partial<CollecteInput>) => setTyped({ ...typed, ...fields })
  const send = () => {
    setTried(true)
    if (saving.busy || needsDays || !exceptions || heure_debut === undefined) return
    onSend({ ...typed, heure_debut, exceptions })
  }
  return (
    <RowDialog
      title={collecte.id ? t.collectes.edit : t.collectes.add}
      saving={saving}
      told={tried && needsDays ? t.collectes.needsDays : saving.errorAt('collectes')}
      onClose={onClose}
      onSend={send}
    >
      <Select
        label={t.collectes.type}
        value={typed.type}
        onChange={event => change({ type: event.currentTarget.value as CollecteInput['type'] })}
      >
        {namesOf(COLLECTE_TYPES).map(type => (
          <option key={type} value={type}>
            {t.collectes.types[type]}
          </option>
        ))}
      </Select>
      <Field
        label={t.collectes.zone}
        hint={t.collectes.zoneHint}
        optional
        value={typed.zone ?? ''}
        maxLength={200}
        onChange={event => change({ zone: event.currentTarget.value || null })}
      />
      <Select
        label={t.collectes.frequence}
        value={typed.frequence}
        onChange={event => change({ frequence: event.currentTarget.value as CollecteInput['frequence'] })}
      >
        {namesOf(FREQUENCES).map(frequence => (
          <option key={frequence} value={frequence}>
            {t.collectes.frequences[frequence]}
          </option>
        ))}
      </Select>
      {typed.frequence !== 'sur_rendez_vous' && (
        <fieldset className={css.days}>
          <legend>{t.collectes.jours}</legend>
          {DAYS.map(day => (
            <Check
              key={day}
              label={WEEKDAYS[day - 1]}
              checked={jours.includes(day)}
              onChange={event =>
                change({
                  jours: event.currentTarget.checked
                    ? [...jours, day].toSorted()
                    : jours.filter(other => other !== day),
                })
              }
            />
          ))}
        </fieldset>
      )}
      <Field
        label={t.collectes.heure}
        hint={t.collectes.heureHint}
        optional
        value={hour}
        maxLength={10}
        onChange={event => setHour(event.currentTarget.value)}
        said={heure_debut ? t.collectes.at(clockTime(heure_debut)) : undefined}
        error={heure_debut === undefined ? t.collectes.noHour : undefined}
      />
      <TextArea
        label={t.collectes.except}
        hint={t.collectes.exceptHint}
        optional
        rows={3}
        value={except}
        onChange={event => setExcept(event.currentTarget.value)}
        error={exceptions ? undefined : t.collectes.exceptWrong}
      />
      <TextArea
        label={t.collectes.notes}
        optional
        rows={2}
        value={typed.notes ?? ''}
        maxLength={2000}
        onChange={event => change({ notes: event.currentTarget.value || null })}
      />
      <p className={css.next} role="status">
        {needsDays
          ? t.collectes.needsDays
          : nextSaid(nextOf({ ...typed, exceptions: exceptions ?? [] }, fuseau))}
      </p>
    </RowDialog>
  )
}
