import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { AuditEntry } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { DownloadTable } from '../../kit/desk/download.tsx'
import { Find } from '../../kit/desk/find.tsx'
import { NothingFound } from '../../kit/desk/nothing-found.tsx'
import { Pager } from '../../kit/desk/pager.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Empty, Loading, Problem } from '../../kit/ui/message.tsx'
import { dayOf, namedDay } from '../../kit/words/format.ts'
import { filterOf, filtersIn, type JournalAddress, NO_FILTERS, PER_PAGE, queryOf } from './address.ts'
import { Entry } from './entry.tsx'
import { Filters } from './filters.tsx'
import css from './journal.module.css'
import { Seal } from './seal.tsx'
import { t } from './texts.ts'

/** The audit trail, as sentences: who did what to what, day by day. */
export function Journal() {
  const address: JournalAddress = useSearch({ from: '/journal' })
  const navigate = useNavigate()
  const [filtering, setFiltering] = useState(false)
  const go = (change: Partial<JournalAddress>) =>
    void navigate({ to: '/journal', search: { ...address, ...change } })
  const { data, error, refetch } = useQuery({
    ...reading('GET /api/v1/admin/audit', { query: queryOf(address) }),
    placeholderData: keepPreviousData,
  })
  const narrowed = filtersIn(address)
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      <Content>
        <search className={css.tools}>
          <Find
            label={t.find}
            q={address.q ?? ''}
            onFind={q => go({ q, page: undefined, ligne: undefined })}
          />
          <Button icon="sliders" onClick={() => setFiltering(true)}>
            {narrowed > 0 ? t.filtered(narrowed) : t.filters}
          </Button>
          <DownloadTable route="GET /api/v1/admin/audit" query={filterOf(address)} name="journal" />
        </search>
        {error && <Problem error={error} retry={() => void refetch()} />}
        {!error && !data && <Loading />}
        {data && data.data.length > 0 && (
          <>
            <Days entries={data.data} address={address} go={go} />
            <Pager
              page={address.page ?? 1}
              perPage={PER_PAGE}
              shown={data.data.length}
              total={data.meta.total}
              onPage={page => go({ page, ligne: undefined })}
            />
          </>
        )}
        {data?.data.length === 0 &&
          (narrowed > 0 || address.q ? (
            <NothingFound onShowAll={() => go(NO_FILTERS)} />
          ) : (
            <Empty title={t.empty}>
              <p>{t.emptyNext}</p>
            </Empty>
          ))}
        <Seal />
      </Content>
      {filtering && <Filters address={address} onClose={() => setFiltering(false)} go={go} />}
    </>
  )
}

function Days({
  entries,
  address,
  go,
}: {
  readonly entries: readonly AuditEntry[]
  readonly address: JournalAddress
  readonly go: (change: Partial<JournalAddress>) => void
}) {
  const days = Map.groupBy(entries, ({ at }) => dayOf(new Date(at)))
  return (
    <section aria-label={t.list} className={css.days}>
      {[...days].map(([day, those]) => (
        <section key={day}>
          <h2>{namedDay(day)}</h2>
          <ol>
            {those.map(entry => (
              <li key={entry.id}>
                <Entry
                  entry={entry}
                  isOpen={entry.id === address.ligne}
                  onOpen={open => go({ ligne: open ? entry.id : undefined })}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  )
}
