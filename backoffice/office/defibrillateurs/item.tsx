import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { STATUTS, type Statut } from '../../../shared/words/defibrillateurs.ts'
import type { DefibrillateurItem, DefibrillateurOverrides } from '../../kit/api/contract.ts'
import { reading, readNow } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { Stale } from '../../kit/forms/stale.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import { Select, TextArea } from '../../kit/ui/field.tsx'
import { Unsaved, useKept } from '../../kit/ui/kept.tsx'
import { Empty, Loading, Note, Problem } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { dayRange } from '../../kit/words/format.ts'
import { refreshDevices } from './bulk.tsx'
import { Corrections } from './corrections.tsx'
import css from './devices.module.css'
import { correctionsOf, type Typed, typedOf } from './fields.ts'
import { StatutChip } from './statut.tsx'
import { t } from './texts.ts'

const asked = (id: string) => reading('GET /api/v1/admin/defibrillateurs/{id}', { params: { id } })

/** One device: what the register says, and beside it what its commune corrects, field by field. */
export function Item({ id, onBack }: { readonly id: string; onBack(): void }) {
  const { data, error, refetch } = useQuery(asked(id))
  const back = (
    <p className={css.head}>
      <Button look="quiet" icon="back" onClick={onBack}>
        {t.back}
      </Button>
    </p>
  )
  if (error instanceof Refused && error.status === 404)
    return (
      <>
        {back}
        <Empty title={t.gone} />
      </>
    )
  if (error && !data) return <Problem error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const { national, communal, commune } = data.data
  const one = communal ?? national
  return (
    <>
      {back}
      <h2 className={css.title} dir="auto">
        {communal?.nom ?? national?.nom ?? t.unnamed}
      </h2>
      <p>
        <StatutChip statut={communal?.statut_en_vigueur ?? national?.statut ?? 'actif'} />{' '}
        {one?.actif ? <Chip tone="ok">{t.isShown}</Chip> : <Chip tone="plain">{t.isNotShown}</Chip>}{' '}
        {!national && <Chip tone="plum">{t.byHand}</Chip>}
      </p>
      <Facts
        facts={[
          [
            t.columns.commune,
            commune && (
              <Link to="/communes/$id" params={{ id: commune.id }} search={{ onglet: 'defibrillateurs' }}>
                {commune.nom}
              </Link>
            ),
          ],
          [t.item.gid, national?.gid],
          [t.item.seen, national && dayRange(national.vu_le.slice(0, 10), null)],
          [t.item.withdrawn, national?.retire_le && dayRange(national.retire_le.slice(0, 10), null)],
          [t.item.works, national?.etat_fonctionnement],
        ]}
      />
      {national && (
        <Word
          id={national.id}
          title={t.item.national}
          about={t.item.nationalAbout}
          said={national}
          reread={async () => (await fresh(id)).national}
          send={(body, version) =>
            call('PATCH /api/v1/admin/defibrillateurs-france/{id}', {
              params: { id: national.id },
              body,
              version,
            })
          }
        />
      )}
      {communal && (
        <Word
          id={communal.id}
          title={t.item.communal}
          about={t.item.communalAbout}
          said={communal}
          beneath={national}
          reread={async () => (await fresh(id)).communal}
          send={(body, version) =>
            call('PATCH /api/v1/admin/defibrillateurs/{id}', { params: { id: communal.id }, body, version })
          }
        />
      )}
      {!communal && <p className={css.soft}>{t.item.noCommune}</p>}
    </>
  )
}

const fresh = async (id: string): Promise<DefibrillateurItem> =>
  (await readNow('GET /api/v1/admin/defibrillateurs/{id}', { params: { id } })).data

interface Said {
  readonly statut: Statut
  readonly note: string | null
  readonly version: number
  readonly overrides?: DefibrillateurOverrides
}
interface Body {
  readonly statut: Statut
  readonly note: string | null
  readonly overrides?: DefibrillateurOverrides
}

const writtenOf = ({ statut, note, overrides = {} }: Said) => ({
  statut,
  note: note ?? '',
  ...typedOf(overrides),
})

/** What one side says of it: whether it is shown, why, and for the commune what is otherwise. */
function Word({
  id,
  title,
  about,
  said,
  beneath,
  reread,
  send,
}: {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly said: Said
  /** Given, even as null: fields can be corrected. */
  readonly beneath?: DefibrillateurItem['national']
  reread(): Promise<Said | null>
  send(body: Body, version: number): Promise<unknown>
}) {
  const corrects = beneath !== undefined
  const kept = useKept(`defibrillateur ${id}`, said, writtenOf)
  const { base, value: typed } = kept
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [stale, setStale] = useState<Said>()
  const [saved, setSaved] = useState(false)
  if (said.version > base.version && !stale) kept.follow(said)
  const overrides = corrects ? correctionsOf(typed, base.overrides ?? {}) : undefined
  const body: Body = {
    statut: typed.statut,
    note: typed.note.trim() || null,
    ...(overrides && { overrides }),
  }
  const save = async (version: number) => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    setSaved(false)
    try {
      await send(body, version)
      const now = await reread()
      if (now) kept.settle(now, typed)
      setSaved(true)
      await refreshDevices()
    } catch (caught) {
      const now = caught instanceof Refused && caught.status === 412 ? await reread() : undefined
      if (now) setStale(now)
      else setError(caught)
    } finally {
      setBusy(false)
    }
  }
  const errorAt = (field: string) =>
    error instanceof Refused
      ? error.details.find(({ path }) => path.startsWith(`overrides.${field}`))?.message
      : undefined
  return (
    <form
      className={css.word}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void save(base.version)
      }}
    >
      <Section title={title}>
        <p className={css.soft}>{about}</p>
        {kept.isUnsaved && <Unsaved onDrop={() => kept.fill(said)} />}
        <Select
          label={t.columns.state}
          value={typed.statut}
          onChange={event => kept.type({ statut: event.currentTarget.value as Statut })}
        >
          {namesOf(STATUTS).map(one => (
            <option key={one} value={one}>
              {t.statuts[one]}
            </option>
          ))}
        </Select>
        <TextArea
          label={t.item.note}
          hint={t.item.noteHint}
          optional
          rows={2}
          maxLength={2000}
          value={typed.note}
          onChange={event => kept.type({ note: event.currentTarget.value })}
        />
        {corrects && <Corrections register={beneath} typed={typed} onChange={kept.type} errorAt={errorAt} />}
        {error !== undefined && <Problem error={error} />}
        <div role="status">{saved && <Note tone="ok">{t.saved}</Note>}</div>
        <Actions>
          <Button look="primary" type="submit" off={busy}>
            {t.save}
          </Button>
        </Actions>
      </Section>
      {stale && (
        <Stale
          theirs={linesOf(stale, base)}
          mine={linesOf({ ...body, version: 0 }, base)}
          onKeep={() => {
            setStale(undefined)
            kept.fill(stale)
          }}
          onInsist={() => {
            setStale(undefined)
            kept.insist(stale)
            void save(stale.version)
          }}
        />
      )}
    </form>
  )
}

function linesOf(one: Omit<Said, 'version'> & { version: number }, base: Said): string[] {
  const before = typedOf(base.overrides ?? {})
  const now = typedOf(one.overrides ?? {})
  return [
    ...(one.statut === base.statut ? [] : [t.statuts[one.statut]]),
    ...(one.note === base.note ? [] : [one.note ?? t.item.noNote]),
    ...Object.keys(now)
      .filter(field => now[field as keyof Typed] !== before[field as keyof Typed])
      .map(field => `${t.fields[field as keyof Typed]}\u00a0: ${now[field as keyof Typed] || '–'}`),
  ]
}
