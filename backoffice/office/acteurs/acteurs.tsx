import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { changing } from '../../kit/address.ts'
import type { AdminActeur } from '../../kit/api/contract.ts'
import { listing } from '../../kit/api/queries.ts'
import { LazyDialog } from '../../kit/lazy-dialog.tsx'
import { ListPage } from '../../kit/list-page.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Empty } from '../../kit/ui/message.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { number } from '../../kit/words/format.ts'
import { nouns } from '../../kit/words/texts.ts'
import { type ActeursAddress, queryOf, TYPES } from './address.ts'
import { StateChip } from './state.tsx'
import { t } from './texts.ts'

const Create = lazy(() => import('./create.tsx').then(({ Create }) => ({ default: Create })))
const route = getRouteApi('/acteurs')

const COLUMNS: readonly Column<AdminActeur>[] = [
  {
    name: nouns.nom,
    of: ({ id, nom }) => (
      <Link to="/acteurs/$id" params={{ id }}>
        {nom}
      </Link>
    ),
  },
  { name: nouns.commune, of: ({ commune }) => commune?.nom },
  { name: nouns.type, of: ({ type }) => <Chip tone="plain">{t.type[type]}</Chip> },
  { name: nouns.state, of: acteur => <StateChip acteur={acteur} /> },
  { name: t.column.owners, of: ({ owners_count }) => number(owners_count), isNumber: true },
  { name: nouns.publications, of: ({ publications_count }) => number(publications_count), isNumber: true },
]

/** The table of all acteurs. */
export function Acteurs() {
  const address = route.useSearch()
  const go = changing<ActeursAddress>(route.useNavigate())
  const [creating, setCreating] = useState(false)
  const listed = useQuery(listing('GET /api/v1/admin/acteurs', { query: queryOf(address) }))
  const { commune, type, etat } = address
  return (
    <ListPage
      title={nouns.acteurs}
      find={t.searchIn}
      address={address}
      go={go}
      filters={[{ label: nouns.commune, value: commune && ['communes', commune], keys: ['commune'] }]}
      offered={[
        {
          label: nouns.state,
          value: etat && t.stateFilter[etat],
          keys: ['etat'],
          options: Object.entries(t.stateFilter),
        },
        {
          label: nouns.type,
          value: type && t.type[type],
          keys: ['type'],
          options: TYPES.map(one => [one, t.type[one]]),
        },
      ]}
      controls={
        <Picker kind="communes" label={nouns.commune} value={commune} onChange={commune => go({ commune })} />
      }
      end={
        <Button look="primary" onClick={() => setCreating(true)}>
          {t.create}
        </Button>
      }
      caption={t.table}
      columns={COLUMNS}
      listed={listed}
      empty={<Empty title={t.empty} next={t.emptyNext} />}
    >
      <LazyDialog onClose={() => setCreating(false)}>
        {creating && (
          <Create nom={address.q} commune={commune} type={type} onClose={() => setCreating(false)} />
        )}
      </LazyDialog>
    </ListPage>
  )
}
