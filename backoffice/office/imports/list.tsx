import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { SOURCE_KINDS } from '../../../shared/words/imports.ts'
import { changing } from '../../kit/address.ts'
import type { ImportSource } from '../../kit/api/contract.ts'
import { listing, reading } from '../../kit/api/queries.ts'
import { t as desk } from '../../kit/desk/texts.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { Done, Empty } from '../../kit/ui/message.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { TabBar, TabCount } from '../../kit/ui/tabs.tsx'
import { moment } from '../../kit/words/format.ts'
import { nouns } from '../../kit/words/texts.ts'
import { useArrivalNotice } from '../arrival-notice.ts'
import { type ListAddress, queryOf } from './address.ts'
import css from './imports.module.css'
import { nextReading, outcomeOf, State, soonWhile } from './state.tsx'
import { t } from './texts.ts'

const route = getRouteApi('/imports')
const KINDS = namesOf(SOURCE_KINDS)

/** The table of the sources: state, next reading, and the outcome of the latest. */
export function Imports() {
  const address = route.useSearch()
  const kind = KINDS.find(kind => kind === address.type)
  const go = changing<ListAddress>(route.useNavigate())
  const listed = useQuery({
    ...listing('GET /api/v1/admin/import-sources', { query: queryOf(address, kind) }),
    refetchInterval: ({ state }) => soonWhile(state.data?.data.map(({ last_run }) => last_run)),
  })
  const failing = useQuery(
    reading('GET /api/v1/admin/import-sources', { query: { failing: true, per_page: 1 } }),
  ).data?.meta.total
  const said = useArrivalNotice()
  const { etat } = address
  const add = (
    <Link to="/imports/nouvelle" className={css.add}>
      {t.add}
    </Link>
  )
  return (
    <ListPage
      title={nouns.imports}
      about={t.about}
      tabBar={
        <TabBar label={t.states}>
          {(['all', 'echec', 'actives', 'desactivees'] as const).map(state => (
            <Link
              key={state}
              to="/imports"
              search={{ ...address, etat: state === 'all' ? undefined : state, page: undefined }}
              activeProps={{}}
              activeOptions={{ exact: true }}
              aria-current={state === (etat ?? 'all') ? 'page' : undefined}
            >
              {t.state[state]}
              {state === 'echec' && <TabCount of={failing} />}
            </Link>
          ))}
        </TabBar>
      }
      above={<Done>{said}</Done>}
      find={t.find}
      address={address}
      go={go}
      offered={[
        {
          label: t.kindLabel,
          value: kind && t.kind[kind],
          keys: ['type'],
          options: KINDS.map(one => [one, t.kind[one]]),
        },
      ]}
      end={add}
      caption={t.sources}
      columns={columns}
      listed={listed}
      empty={<Nothing state={etat}>{add}</Nothing>}
    />
  )
}

function Nothing({ state, children }: { readonly state: ListAddress['etat']; readonly children: ReactNode }) {
  if (state === 'echec') return <Empty title={t.noneFailing} />
  if (state) return <Empty title={desk.nothingFound} />
  return (
    <Empty title={t.none}>
      <p>{t.noneNext}</p>
      {children}
    </Empty>
  )
}

const columns: readonly Column<ImportSource>[] = [
  {
    name: nouns.nom,
    of: ({ id, nom, acteur, commune }) => (
      <>
        <Link to="/imports/$id" params={{ id }}>
          {nom}
        </Link>
        <span className={`soft least block ${css.below}`}>
          {[acteur?.nom, commune?.nom].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  { name: nouns.state, of: source => <State of={source} /> },
  { name: t.column.next, of: source => nextReading(source, new Date()) },
  {
    name: t.column.last,
    of: ({ last_run }) =>
      last_run && (
        <>
          {outcomeOf(last_run)}
          <span className={`soft least block ${css.below}`}>
            {moment(new Date(last_run.created_at), new Date())}
          </span>
        </>
      ),
  },
]
