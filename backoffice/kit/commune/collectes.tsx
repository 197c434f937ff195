import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { datesFrom } from '../../../shared/collection-days.ts'
import { COLLECTE_FIELDS } from '../../../shared/fields/communes.ts'
import { having } from '../../../shared/fields/field.ts'
import { exceptionsIn } from '../../../shared/typed/collections.ts'
import { wallClock } from '../../../shared/wall-clock.ts'
import { isMonthly } from '../../../shared/words/communes.ts'
import type { CollecteInput } from '../api/contract.ts'
import { client } from '../api/queries.ts'
import { faultsOf, readAs, sentOf, typedOf as textsOf } from '../forms/described.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { Inputs } from '../forms/inputs.tsx'
import { useRecord } from '../forms/record.ts'
import { Button } from '../ui/button.tsx'
import { Check, FieldError, TextArea } from '../ui/field.tsx'
import { Empty, NotYet } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { clockTime, namedDay } from '../words/format.ts'
import { actions } from '../words/texts.ts'
import { useCommuneApi } from './api.ts'
import css from './commune.module.css'
import { exceptionsInWords, exceptionsSaid, exceptionsWrong } from './exceptions.ts'
import { RowList, rowToSend, useRows } from './rows.tsx'
import { t, WEEKDAYS } from './texts.ts'

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

const titleOf = ({ type, libelle, zone }: CollecteInput) =>
  [libelle || t.collectes.types[type], zone].filter(Boolean).join(' · ')
/** `Chaque mois, le 2e mercredi`; `Chaque semaine, lundi, jeudi`. */
const daysOf = ({ frequence, jours = [] }: CollecteInput) =>
  [t.collectes.frequences[frequence], jours.map(day => WEEKDAYS[day - 1]).join(', ')]
    .filter(Boolean)
    .join(isMonthly(frequence) ? ' ' : ', ')
const whenOf = ({ heure_debut, ...collecte }: CollecteInput) =>
  [daysOf(collecte), heure_debut && t.collectes.at(clockTime(heure_debut))].filter(Boolean).join(', ')

const todayIn = (fuseau: string) => wallClock(fuseau)(new Date()).slice(0, 10)

/** The next dates of the typed values, by the rule that the service uses. */
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
    todayIn(fuseau),
  )
/** The changes to come, so that they are seen to be saved. */
const changesSaid = ({ exceptions = [] }: CollecteInput, fuseau: string) => {
  const today = todayIn(fuseau)
  const ahead = exceptions.filter(({ date, report_le }) => date >= today || (report_le ?? '') >= today)
  return ahead.length > 0 && t.collectes.changed(exceptionsInWords(ahead))
}
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
    bodyOf: collectes => ({ collectes: collectes.map(row => rowToSend(COLLECTE_FIELDS, row)) }),
    lineOf: row => `${titleOf(row)}, ${whenOf(row)}`,
  })
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />
  const { fuseau } = data.meta
  return (
    <Section title={t.collectes.title}>
      {part.said}
      {rows.length === 0 && <Empty title={t.collectes.none} />}
      <RowList
        rows={rows}
        isLocked={isMerged}
        titleOf={titleOf}
        aboutOf={row =>
          [whenOf(row), nextSaid(nextOf(row, fuseau)), changesSaid(row, fuseau)].filter(Boolean).join('\n')
        }
        onEdit={setEditing}
        onRemove={part.remove}
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
          communeId={id}
          collecte={editing}
          fuseau={fuseau}
          put={part.put}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Section>
  )
}

/** The title is none of the form's: the type says enough. Days and exceptions have inputs of their own. */
const { type, zone, frequence, ...below } = having(COLLECTE_FIELDS, 'input')
const ABOVE = { type, zone, frequence }
const TYPED = { ...ABOVE, ...below }
const { heure_debut, ...last } = below

const typedOf = (collecte: CollecteInput) => ({
  ...textsOf(TYPED, collecte),
  jours: collecte.jours ?? [],
  exceptions: exceptionsSaid(collecte.exceptions ?? []),
})
type Typed = ReturnType<typeof typedOf>

const lacksDays = ({ frequence, jours }: Typed) => frequence !== 'sur_rendez_vous' && jours.length === 0

function Edit({
  communeId,
  collecte,
  fuseau,
  put,
  onClose,
}: {
  readonly communeId: string
  readonly collecte: CollecteInput
  readonly fuseau: string
  put(row: CollecteInput, base: CollecteInput): Promise<unknown>
  onClose(): void
}) {
  const wrongIn = (typed: Typed) => {
    const { frequence, jours } = { ...collecte, ...sentOf(TYPED, typed), jours: typed.jours }
    return exceptionsWrong(typed.exceptions, {
      frequence,
      jours,
      when: daysOf({ ...collecte, frequence, jours }).toLowerCase(),
      today: todayIn(fuseau),
    })
  }
  const form = useRecord<CollecteInput, Typed>({
    key: `commune ${communeId} collectes ${collecte.id ?? 'new'}`,
    record: collecte,
    typedOf,
    labels: t.collectes.fields,
    check: typed => ({
      ...faultsOf(TYPED, typed),
      ...(lacksDays(typed) && { jours: t.collectes.needsDays }),
      exceptions: wrongIn(typed),
    }),
    async send(typed, base) {
      const exceptions = exceptionsIn(typed.exceptions, new Date()) ?? []
      await put({ ...base, ...sentOf(TYPED, typed), jours: typed.jours, exceptions }, base)
      onClose()
    },
  })
  const { value: typed, type: change } = form
  const { jours } = typed
  const hour = readAs(heure_debut, typed.heure_debut, new Date())
  const exceptions = exceptionsIn(typed.exceptions, new Date())
  return (
    <FormDialog
      title={collecte.id ? t.collectes.edit : t.collectes.add}
      form={form}
      onClose={onClose}
      keep={t.notSave}
      now={actions.save}
    >
      <Inputs of={ABOVE} form={form} />
      {typed.frequence !== 'sur_rendez_vous' && (
        <fieldset className={`row ${css.days}`}>
          <legend>{t.collectes.fields.jours}</legend>
          {DAYS.map(day => (
            <Check
              key={day}
              label={WEEKDAYS[day - 1]}
              checked={jours.includes(day)}
              aria-invalid={form.errors.jours ? true : undefined}
              aria-describedby={form.errors.jours && 'no-days'}
              onChange={event =>
                change({
                  jours: event.currentTarget.checked
                    ? [...jours, day].toSorted()
                    : jours.filter(other => other !== day),
                })
              }
            />
          ))}
          <FieldError id="no-days">{form.errors.jours}</FieldError>
        </fieldset>
      )}
      <Inputs
        of={{ heure_debut }}
        form={form}
        said={{ heure_debut: typeof hour === 'string' ? t.collectes.at(clockTime(hour)) : undefined }}
      />
      <TextArea
        {...form.field('exceptions')}
        hint={t.collectes.exceptHint}
        fault={wrongIn(typed)}
        said={exceptions?.length ? t.collectes.exceptSaid(exceptionsInWords(exceptions)) : undefined}
        optional
        rows={3}
      />
      <Inputs of={last} form={form} />
      {!form.errors.jours && (
        <p className={css.next} role="status">
          {lacksDays(typed)
            ? t.collectes.needsDays
            : nextSaid(
                nextOf({ ...sentOf(TYPED, typed), jours: typed.jours, exceptions: exceptions ?? [] }, fuseau),
              )}
        </p>
      )}
    </FormDialog>
  )
}
