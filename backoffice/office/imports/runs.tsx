import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { inSentence } from '../../../shared/words/word.ts'
import type { ImportRun } from '../../kit/api/contract.ts'
import { client, listing, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { useActs } from '../../kit/forms/acts.tsx'
import { BackLink } from '../../kit/ui/back-link.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import { Empty, NotYet } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import css from './imports.module.css'
import { RunResult } from './run-result.tsx'
import { outcomeOf, Result, soonWhile } from './state.tsx'
import { t } from './texts.ts'

/** The runs of a source, and one run item by item. */

const askedFor = ({ dry_run, trigger }: ImportRun) =>
  dry_run ? t.runs.dry : inSentence(t.runs.triggers[trigger])

export function Runs({
  id,
  page = 1,
  mayRun,
  onStarted,
}: {
  readonly id: string
  readonly mayRun: boolean
  readonly page: number | undefined
  /** The run may be over before the source is read again. */
  onStarted(runId: string): void
}) {
  const navigate = useNavigate()
  const listed = useQuery({
    ...listing('GET /api/v1/admin/import-sources/{id}/runs', {
      params: { id },
      query: { page },
    }),
    refetchInterval: ({ state }) => soonWhile(state.data?.data),
  })
  const now = new Date()
  const { act, busy, failure } = useActs(() => client.invalidateQueries())
  const run = async () =>
    onStarted((await call('POST /api/v1/admin/import-sources/{id}/run', { params: { id } })).data.id)
  const isRunning = listed.data?.data.some(({ status }) => status === 'queued' || status === 'running')
  return (
    <>
      {mayRun && (
        <div className={css.intro}>
          <Button look="primary" off={busy || isRunning} onClick={() => act(run)}>
            {t.runs.now}
          </Button>
        </div>
      )}
      {failure}
      <TablePage
        caption={t.tab.lectures}
        listed={listed}
        page={page}
        empty={<Empty title={t.runs.none} next={t.runs.noneNext} />}
        onPage={next =>
          void navigate({ to: '/imports/$id', params: { id }, search: { onglet: 'lectures', page: next } })
        }
        columns={[
          {
            name: t.runs.column.at,
            of: one => (
              <Link to="/imports/$id" params={{ id }} search={{ onglet: 'lectures', lecture: one.id }}>
                {moment(new Date(one.created_at), now)}
              </Link>
            ),
          },
          { name: t.runs.column.by, of: askedFor },
          { name: t.runs.column.result, of: one => <Result of={one} /> },
          { name: t.runs.column.counts, of: outcomeOf },
        ]}
      />
    </>
  )
}

export function Run({ id, runId }: { readonly id: string; readonly runId: string }) {
  const { data, error, refetch } = useQuery({
    ...reading('GET /api/v1/admin/import-sources/{id}/runs/{runId}', { params: { id, runId } }),
    refetchInterval: ({ state }) => (state.data ? soonWhile([state.data.data]) : false),
  })
  const run = data?.data
  return (
    <>
      <BackLink>
        <Link to="/imports/$id" params={{ id }} search={{ onglet: 'lectures' }}>
          {t.runs.all}
        </Link>
      </BackLink>
      <NotYet data={run} error={error} refetch={refetch} />
      {run && (
        <>
          <h2>{t.runs.of(moment(new Date(run.created_at), new Date()))}</h2>
          <Facts
            facts={[
              [t.runs.column.by, askedFor(run)],
              [t.runs.column.result, <Result key="result" of={run} />],
              [t.runs.column.counts, run.counts.fetched > 0 && run.finished_at ? '' : outcomeOf(run)],
            ]}
          />
          {run.finished_at && <RunResult of={run} />}
        </>
      )}
    </>
  )
}
