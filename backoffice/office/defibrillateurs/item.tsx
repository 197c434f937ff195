import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Statut } from '../../../shared/words/defibrillateurs.ts'
import type { DefibrillateurItem, DefibrillateurOverrides } from '../../kit/api/contract.ts'
import { reading, readNow } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { PageForm } from '../../kit/forms/page-form.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import { Select, TextArea } from '../../kit/ui/field.tsx'
import { Empty, NotYet } from '../../kit/ui/message.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { fullDay } from '../../kit/words/format.ts'
import { common, nouns } from '../../kit/words/texts.ts'
import { refreshDevices } from './bulk.tsx'
import { Corrections } from './corrections.tsx'
import css from './devices.module.css'
import { correctionsOf, errorsOf, type Typed, typedOf } from './fields.ts'
import { StatutChip } from './statut.tsx'
import { t } from './texts.ts'

const asked = (id: string) => reading('GET /api/v1/admin/defibrillateurs/{id}', { params: { id } })

/** A device: the values of the register beside the corrections of the commune, field by field. */
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
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />
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
            nouns.commune,
            commune && (
              <Link to="/communes/$id" params={{ id: commune.id }} search={{ onglet: 'defibrillateurs' }}>
                {commune.nom}
              </Link>
            ),
          ],
          [t.item.gid, national?.gid],
          [t.item.seen, national && fullDay(national.vu_le.slice(0, 10))],
          [t.item.withdrawn, national?.retire_le && fullDay(national.retire_le.slice(0, 10))],
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
          departement={commune?.departement}
          reread={async () => (await fresh(id)).communal}
          send={(body, version) =>
            call('PATCH /api/v1/admin/defibrillateurs/{id}', { params: { id: communal.id }, body, version })
          }
        />
      )}
      {!communal && <p className="soft">{t.item.noCommune}</p>}
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

interface Written extends Typed {
  readonly statut: Statut
  readonly note: string
}
const writtenOf = ({ statut, note, overrides = {} }: Said): Written => ({
  statut,
  note: note ?? '',
  ...typedOf(overrides),
})

/** One of the two columns: the state, the note, and the corrected fields of the commune. */
function Word({
  id,
  title,
  about,
  said,
  beneath,
  departement,
  reread,
  send,
}: {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly said: Said
  /** Given, even as null: fields can be corrected. */
  readonly beneath?: DefibrillateurItem['national']
  readonly departement?: string | null | undefined
  reread(): Promise<Said | null>
  send(body: Body, version: number): Promise<unknown>
}) {
  const corrects = beneath !== undefined
  const bodyOf = (typed: Written, base: Said): Body => ({
    statut: typed.statut,
    note: typed.note.trim() || null,
    ...(corrects && { overrides: correctionsOf(typed, base.overrides ?? {}) }),
  })
  const form = useRecord<Said, Written>({
    key: `defibrillateur ${id}`,
    record: said,
    typedOf: writtenOf,
    labels: { statut: nouns.state, note: nouns.note, ...t.fields },
    check: (typed, base) => (corrects ? errorsOf(typed, base.overrides ?? {}, departement) : {}),
    async send(typed, base) {
      await send(bodyOf(typed, base), base.version)
      const now = await reread()
      await refreshDevices()
      return now ?? undefined
    },
    reread,
    say: (name, typed) => (name === 'statut' ? t.statuts[typed.statut] : typed[name]),
  })
  return (
    <PageForm
      form={form}
      title={title}
      about={<p className="soft">{about}</p>}
      className={css.word}
      saved={common.saved}
    >
      <Select {...form.field('statut')}>
        <Options of={Object.entries(t.statuts)} />
      </Select>
      <TextArea {...form.field('note')} hint={t.item.noteHint} optional rows={2} maxLength={2000} />
      {corrects && <Corrections register={beneath} form={form} departement={departement} />}
    </PageForm>
  )
}
