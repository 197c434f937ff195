import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ImportKind, ImportSource } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { Find } from '../../kit/desk/find.tsx'
import { NothingFound } from '../../kit/desk/nothing-found.tsx'
import { Pager } from '../../kit/desk/pager.tsx'
import { t as desk } from '../../kit/desk/texts.ts'
import { Tools } from '../../kit/desk/tools.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { Empty, NotYet } from '../../kit/ui/message.tsx'
import { Table } from '../../kit/ui/table.tsx'
import { TabBar, TabCount } from '../../kit/ui/tabs.tsx'
import { moment } from '../../kit/words/format.ts'
import { KINDS, type ListAddress, PER_PAGE, queryOf, STATES } from './address.ts'
import css from './imports.module.css'
import { nextReading, outcomeOf, State, soonWhile } from './state.tsx'
import { t } from './texts.ts'

/** Every source, how it is, when it is read next and what came of it last. */
export function Imports() {
  const address = useSearch({ from: '/imports' })
  const navigate = useNavigate()
  const go = (change: ListAddress) =>
    void navigate({ to: '/imports', search: { ...address, page: undefined, ...change } })
  const { data, error, refetch } = useQuery({
    ...reading('GET /api/v1/admin/import-sources', { query: queryOf(address) }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => soonWhile(state.data?.data.map(({ last_run }) => last_run)),
  })
  const failing = useQuery(
    reading('GET /api/v1/admin/import-sources', { query: { failing: true, per_page: 1 } }),
  ).data?.meta.total
  const rows = data?.data
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      <TabBar label={t.states}>
        {([undefined, ...STATES] as const).map(state => (
          <Link
            key={state ?? ''}
            to="/imports"
            search={{ ...address, etat: state, page: undefined }}
            activeProps={{}}
            activeOptions={{ exact: true }}
            aria-current={state === address.etat ? 'page' : undefined}
          >
            {t.state[state ?? 'all']}
            {state === 'echec' && <TabCount of={failing} />}
          </Link>
        ))}
      </TabBar>
      <Content>
        <Tools
          end={
            <Link to="/imports/nouvelle" className={css.add}>
              {t.add}
            </Link>
          }
        >
          <Find label={t.find} q={address.q ?? ''} onFind={q => go({ q: q || undefined })} />
          <select
            aria-label={t.kindLabel}
            className={css.narrow}
            value={address.type ?? ''}
            onChange={event => go({ type: (event.currentTarget.value as ImportKind) || undefined })}
          >
            <option value="">{t.everyKind}</option>
            {KINDS.map(kind => (
              <option key={kind} value={kind}>
                {t.kind[kind]}
              </option>
            ))}
          </select>
        </Tools>
        <NotYet data={data} error={error} refetch={refetch} />
        {rows?.length === 0 && (
          <Nothing address={address} onShowAll={() => go({ q: undefined, type: undefined })} />
        )}
        {rows && rows.length > 0 && <Sources rows={rows} />}
        {data && data.meta.total > PER_PAGE && (
          <Pager
            page={address.page ?? 1}
            perPage={PER_PAGE}
            shown={data.data.length}
            total={data.meta.total}
            onPage={page => go({ page })}
          />
        )}
      </Content>
    </>
  )
}

function Nothing({
  address: { etat, q, type },
  onShowAll,
}: {
  readonly address: ListAddress
  readonly onShowAll: () => void
}) {
  if (q || type) return <NothingFound onShowAll={onShowAll} />
  if (etat === 'echec') return <Empty title={t.noneFailing} />
  if (etat) return <Empty title={desk.nothingFound} />
  return (
    <Empty title={t.none}>
      <p>{t.noneNext}</p>
      <Link to="/imports/nouvelle" className={css.add}>
        {t.add}
      </Link>
    </Empty>
  )
}

function Sources({ rows }: { readonly rows: readonly ImportSource[] }) {
  const now = new Date()
  return (
    <Table
      caption={t.sources}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t.column.nom,
          of: ({ id, nom, acteur, commune }) => (
            <>
              <Link to="/imports/$id" params={{ id }}>
                {nom}
              </Link>
              <span className={css.below}>{[acteur?.nom, commune?.nom].filter(Boolean).join(' · ')}</span>
            </>
          ),
        },
        { name: t.column.state, of: source => <State of={source} /> },
        { name: t.column.next, of: source => nextReading(source, now) },
        {
          name: t.column.last,
          of: ({ last_run }) =>
            last_run && (
              <>
                {outcomeOf(last_run)}
                <span className={css.below}>{moment(new Date(last_run.created_at), now)}</span>
              </>
            ),
        },
      ]}
    />
  )
}
