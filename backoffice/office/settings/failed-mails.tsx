import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FailedMail } from '../../kit/api/contract.ts'
import { client, listing, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { type Act, useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Empty } from '../../kit/ui/message.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { moment } from '../../kit/words/format.ts'
import type { HealthAddress } from './address.ts'
import { Kinds, kindInWords, knownKind } from './failed-mail-kinds.tsx'
import { t } from './failed-mails-texts.ts'
import css from './settings.module.css'
import { WhyFailed } from './why-failed.tsx'

/** Failed mails with their cause: retry or give up, one by one or all of a kind. */
export function FailedMails({
  address,
  go,
}: {
  readonly address: HealthAddress
  readonly go: (change: HealthAddress) => void
}) {
  const { page } = address
  const sorte = knownKind(address.sorte)
  const kinds = useQuery(reading('GET /api/v1/admin/failed-mails/kinds', {})).data?.data
  const listed = useQuery(
    listing('GET /api/v1/admin/failed-mails', {
      query: { ...(sorte && { template: sorte }), ...(page && { page }) },
    }),
  )
  const { act, confirm, outcome } = useActs(moved)
  return (
    <div className="stack gap-16">
      <p className="soft">
        {t.about}{' '}
        <Link to="/messages" search={{ onglet: 'echecs' }}>
          {t.toMessages}
        </Link>
      </p>
      <div className={css.result}>{outcome}</div>
      {kinds && kinds.length > 0 && (
        <Kinds kinds={kinds} chosen={sorte} go={go} act={act} confirm={confirm} />
      )}
      <TablePage
        caption={t.title}
        columns={columns(act)}
        listed={listed}
        page={page}
        onPage={page => go({ page })}
        empty={<Empty title={sorte && kinds && kinds.length > 0 ? t.noneOfKind : t.none} next={t.noneNext} />}
      />
    </div>
  )
}

/** Refetches the list, its kinds and the counts. */
const moved = () =>
  client.invalidateQueries({
    predicate: ({ queryKey: [route] }) => typeof route === 'string' && /\/(failed-mails|counts)/.test(route),
  })

const columns = (act: Act): readonly Column<FailedMail>[] => [
  {
    name: t.column.mail,
    of: ({ template, subject }) => (
      <>
        {kindInWords(template)}
        {subject && (
          <small className={css.under} dir="auto">
            {subject}
          </small>
        )}
      </>
    ),
  },
  {
    name: t.column.to,
    of: ({ recipient: { nom, email } }) => (
      <>
        <span dir="auto">{nom ?? email}</span>
        {nom && <small className={css.under}>{email}</small>}
      </>
    ),
  },
  {
    name: t.column.when,
    of: ({ created_at, returned_at, next_try_at, attempts }) => (
      <span className={css.when}>
        {moment(new Date(created_at), new Date())}
        {next_try_at && (
          <small className={css.under}>{t.again(attempts, moment(new Date(next_try_at), new Date()))}</small>
        )}
        {returned_at && (
          <small className={css.under}>{t.cameBack(moment(new Date(returned_at), new Date()))}</small>
        )}
      </span>
    ),
  },
  {
    name: t.column.why,
    of: WhyFailed,
  },
  { name: t.column.what, of: mail => <Next mail={mail} act={act} /> },
]

function Next({ mail, act }: { readonly mail: FailedMail; readonly act: Act }): ReactNode {
  const { id, template, recipient, can_retry, thread_id, next_try_at } = mail
  if (next_try_at) return t.byItself
  const params = { id }
  const whom = recipient.nom ?? recipient.email
  return (
    <>
      <span className={`row middle ${css.does}`}>
        {can_retry && (
          <Button
            aria-label={t.retryOne(kindInWords(template), whom)}
            onClick={() =>
              act(() => call('POST /api/v1/admin/failed-mails/{id}/retry', { params }), t.retried(whom))
            }
          >
            {t.retry}
          </Button>
        )}
        {thread_id && (
          <Link to="/messages" search={{ item: thread_id }}>
            {t.openThread}
          </Link>
        )}
        <Button
          look="quiet"
          aria-label={t.giveUpOne(kindInWords(template), whom)}
          onClick={() =>
            act(() => call('POST /api/v1/admin/failed-mails/{id}/give-up', { params }), t.givenUp(whom))
          }
        >
          {t.giveUp}
        </Button>
      </span>
      {!can_retry && !thread_id && <small className={css.under}>{t.linkGone}</small>}
    </>
  )
}
