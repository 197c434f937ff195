import { useQuery } from '@tanstack/react-query'
import type { FailedJob } from '../../kit/api/contract.ts'
import { client, listing } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { type Act, useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Empty } from '../../kit/ui/message.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { moment } from '../../kit/words/format.ts'
import { t } from './failed-jobs-texts.ts'
import css from './settings.module.css'
import { WhyFailed } from './why-failed.tsx'

/** Jobs that used up their retries, with their cause: retry or give up. */
export function FailedJobs({
  page,
  onPage,
}: {
  readonly page: number | undefined
  readonly onPage: (page: number | undefined) => void
}) {
  const listed = useQuery(listing('GET /api/v1/admin/failed-jobs', { query: { ...(page && { page }) } }))
  const { act, outcome } = useActs(moved)
  return (
    <div className="stack gap-16">
      <p className="soft">{t.about}</p>
      <div className={css.result}>{outcome}</div>
      <TablePage
        caption={t.title}
        columns={columns(act)}
        listed={listed}
        page={page}
        onPage={onPage}
        empty={<Empty title={t.none} next={t.noneNext} />}
      />
    </div>
  )
}

const moved = () =>
  client.invalidateQueries({
    predicate: ({ queryKey: [route] }) => typeof route === 'string' && /\/(failed-jobs|counts)/.test(route),
  })

const columns = (act: Act): readonly Column<FailedJob>[] => [
  {
    name: t.column.job,
    of: ({ name, scheduled }) => (
      <>
        {jobInWords(name)}
        {scheduled && <small className={css.under}>{t.scheduled}</small>}
      </>
    ),
  },
  {
    name: t.column.when,
    of: ({ failed_at }) => <span className={css.when}>{moment(new Date(failed_at), new Date())}</span>,
  },
  { name: t.column.tries, isNumber: true, of: ({ tries }) => tries },
  {
    name: t.column.why,
    of: WhyFailed,
  },
  {
    name: t.column.what,
    of: ({ id, name }) => (
      <span className={`row middle ${css.does}`}>
        <Button
          aria-label={t.retryThis(jobInWords(name))}
          onClick={() =>
            act(
              () => call('POST /api/v1/admin/failed-jobs/{id}/retry', { params: { id } }),
              t.retried(jobInWords(name)),
            )
          }
        >
          {t.retry}
        </Button>
        <Button
          look="quiet"
          aria-label={t.giveUpThis(jobInWords(name))}
          onClick={() =>
            act(
              () => call('POST /api/v1/admin/failed-jobs/{id}/give-up', { params: { id } }),
              t.givenUp(jobInWords(name)),
            )
          }
        >
          {t.giveUp}
        </Button>
      </span>
    ),
  },
]

/** A job of another version is named by its queue. */
const jobInWords = (name: string): string =>
  Object.hasOwn(t.job, name) ? t.job[name as keyof typeof t.job] : name
