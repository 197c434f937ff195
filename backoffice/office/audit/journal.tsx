import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { dayOf } from '../../../shared/wall-clock.ts'
import { AUDIT_DECISIONS } from '../../../shared/words/audit-decisions.ts'
import { changing } from '../../kit/address.ts'
import type { AuditEntry } from '../../kit/api/contract.ts'
import { listing } from '../../kit/api/queries.ts'
import { DownloadTable } from '../../kit/desk/download.tsx'
import { activeFilters, FilterBar, showAll } from '../../kit/desk/filter-bar.tsx'
import { NothingFound } from '../../kit/desk/nothing-found.tsx'
import { Pager } from '../../kit/desk/pager.tsx'
import { insteadOf } from '../../kit/error-pages.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Empty, NotYet } from '../../kit/ui/message.tsx'
import { namedDay } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { actions } from '../../kit/words/texts.ts'
import { filterOf, type JournalAddress, queryOf } from './address.ts'
import { Entry } from './entry.tsx'
import { Filters } from './filters.tsx'
import css from './journal.module.css'
import { Seal } from './seal.tsx'
import { nameOfAction, nameOfEntity } from './sentences.ts'
import { t } from './texts.ts'

const route = getRouteApi('/journal')

/** The audit trail as sentences, day by day. */
export function Journal() {
  const address = route.useSearch()
  const [filtering, setFiltering] = useState(false)
  const change = changing<JournalAddress>(route.useNavigate())
  const go = (filters: Partial<JournalAddress>) => change({ ligne: undefined, ...filters })
  const { data, error, refetch } = useQuery(listing('GET /api/v1/admin/audit', { query: queryOf(address) }))
  const { action, decision, sorte, element, qui, cle, requete, du, au, page } = address
  const filters = activeFilters(address, [
    { label: t.action, value: action && nameOfAction(action), keys: ['action'] },
    { label: t.decision, value: decision && labelOf(AUDIT_DECISIONS[decision]), keys: ['decision'] },
    { label: t.facts.entity, value: sorte ? nameOfEntity(sorte) : element, keys: ['sorte', 'element'] },
    { label: t.person, value: qui && ['users', qui], keys: ['qui'] },
    { label: t.key, value: cle && ['apiKeys', cle], keys: ['cle'] },
    { label: t.from, value: du && namedDay(du), keys: ['du'] },
    { label: t.to, value: au && namedDay(au), keys: ['au'] },
    { label: t.request, value: requete, keys: ['requete'] },
  ])
  const onShowAll = showAll(filters, go)
  return (
    insteadOf(error) ?? (
      <>
        <PageHead title={t.title} about={t.about} />
        <Content>
          <FilterBar
            label={t.find}
            address={address}
            filters={filters}
            onChange={go}
            end={<DownloadTable route="GET /api/v1/admin/audit" query={filterOf(address)} name="journal" />}
          >
            <Button icon="sliders" onClick={() => setFiltering(true)}>
              {actions.filter}
            </Button>
          </FilterBar>
          <NotYet data={data} error={error} refetch={refetch} />
          {data && data.data.length > 0 && (
            <>
              <Days
                entries={data.data}
                open={address.ligne}
                onOpen={ligne => change({ ligne, page: address.page })}
              />
              <Pager
                page={page ?? 1}
                shown={data.data.length}
                meta={data.meta}
                onPage={page => go({ page })}
              />
            </>
          )}
          {data?.data.length === 0 &&
            (onShowAll ? (
              <NothingFound onShowAll={onShowAll} />
            ) : (
              <Empty title={t.empty} next={t.emptyNext} />
            ))}
          <Seal />
        </Content>
        {filtering && (
          <Filters
            address={address}
            onClose={() => setFiltering(false)}
            onShowAll={() => onShowAll?.()}
            go={go}
          />
        )}
      </>
    )
  )
}

function Days({
  entries,
  open,
  onOpen,
}: {
  readonly entries: readonly AuditEntry[]
  readonly open: number | undefined
  readonly onOpen: (entry: number | undefined) => void
}) {
  const days = Map.groupBy(entries, ({ at }) => dayOf(new Date(at)))
  return (
    <section aria-label={t.list} className={`stack gap-20 ${css.days}`}>
      {[...days].map(([day, those]) => (
        <section key={day}>
          <h2 className="soft second">{namedDay(day)}</h2>
          <ol className="card">
            {those.map(entry => (
              <li key={entry.id}>
                <Entry
                  entry={entry}
                  isOpen={entry.id === open}
                  onOpen={isOpen => onOpen(isOpen ? entry.id : undefined)}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  )
}
