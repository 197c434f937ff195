import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FailedMail, FailedMailKind, MailKind } from '../api/contract.ts'
import { client, reading } from '../api/queries.ts'
import { call } from '../api/session.ts'
import { Pager } from '../desk/pager.tsx'
import { Button } from '../ui/button.tsx'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { Empty, Loading, Problem } from '../ui/message.tsx'
import { Section } from '../ui/section.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { moment } from '../words/format.ts'
import { MAIL_KINDS, PER_PAGE, type SettingsAddress } from './address.ts'
import { useDone } from './done.tsx'
import { t } from './failed-mails-texts.ts'
import css from './settings.module.css'

type Known = FailedMailKind & { readonly template: MailKind }
type Doing = ReturnType<typeof useDone>['act']

/** Mails that did not arrive: why, and sent again or left at that, one by one or all of a kind. */
export function FailedMails({
  address: { page, sorte },
  go,
}: {
  readonly address: SettingsAddress
  readonly go: (change: SettingsAddress) => void
}) {
  const kinds = useQuery(reading('GET /api/v1/admin/failed-mails/kinds', {})).data?.data
  const { data, error, refetch } = useQuery({
    ...reading('GET /api/v1/admin/failed-mails', {
      query: { ...(sorte && { template: sorte }), ...(page && { page }), per_page: PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  })
  const { act, told } = useDone(moved)
  return (
    <div className={css.stack}>
      <p className={css.soft}>
        {t.about}{' '}
        <Link to="/messages" search={{ onglet: 'echecs' }}>
          {t.toMessages}
        </Link>
      </p>
      {told}
      {kinds && kinds.length > 0 && <Kinds kinds={kinds} chosen={sorte} go={go} act={act} />}
      {error && !data ? <Problem error={error} retry={() => void refetch()} /> : !data && <Loading />}
      {data?.data.length === 0 && (
        <Empty title={sorte && kinds && kinds.length > 0 ? t.noneOfKind : t.none}>
          <p>{t.noneNext}</p>
        </Empty>
      )}
      {data && data.data.length > 0 && (
        <>
          <Table caption={t.title} columns={columns(act)} rows={data.data} keyOf={({ id }) => id} />
          {data.meta.total > PER_PAGE && (
            <Pager
              page={page ?? 1}
              perPage={PER_PAGE}
              shown={data.data.length}
              total={data.meta.total}
              onPage={next => go({ page: next })}
            />
          )}
        </>
      )}
    </div>
  )
}

/** The list, its kinds, and what home and the tabs count. */
const moved = () =>
  client.invalidateQueries({
    predicate: ({ queryKey: [route] }) => typeof route === 'string' && /\/(failed-mails|counts)/.test(route),
  })

/** What another version wrote is listed, and sent again one by one. */
const known = (template: string) => MAIL_KINDS.find(kind => kind === template)

function Kinds({
  kinds,
  chosen,
  go,
  act,
}: {
  readonly kinds: readonly FailedMailKind[]
  readonly chosen: MailKind | undefined
  readonly go: (change: SettingsAddress) => void
  readonly act: Doing
}) {
  const [leaving, setLeaving] = useState<Known>()
  const retry = ({ template }: Known) =>
    void act(async () => {
      const { data } = await call('POST /api/v1/admin/failed-mails/retry', { body: { template } })
      return t.allRetried(data.done, data.left)
    })
  const giveUp = ({ template }: Known) =>
    void act(async () => {
      const { data } = await call('POST /api/v1/admin/failed-mails/give-up', { body: { template } })
      if (chosen === template && data.left === 0) go({ sorte: undefined })
      return t.allGivenUp(data.done, data.left)
    })
  return (
    <Section title={t.byKind}>
      <ul className={css.types}>
        {kinds.flatMap(({ template, ...numbers }) => {
          const its = known(template)
          if (!its) return []
          const kind = { template: its, ...numbers }
          const name = kindInWords(its)
          const isChosen = chosen === its
          return (
            <li key={kind.template}>
              <div>
                <b>{name}</b>
                <p className={css.soft}>
                  {t.count(kind.failed)}
                  {kind.can_retry === 0 && `. ${t.linkGone}`}
                </p>
              </div>
              <span className={css.acts}>
                {kinds.length > 1 && (
                  <Button
                    look="quiet"
                    aria-label={t.ofKind(isChosen ? t.showAll : t.show, name)}
                    onClick={() => go({ sorte: isChosen ? undefined : its })}
                  >
                    {isChosen ? t.showAll : t.show}
                  </Button>
                )}
                <Button look="quiet" aria-label={t.giveUpThis(name)} onClick={() => setLeaving(kind)}>
                  {t.giveUp}
                </Button>
                {kind.can_retry > 0 && (
                  <Button
                    icon="mail"
                    aria-label={t.ofKind(t.retryAll(kind.can_retry), name)}
                    onClick={() => retry(kind)}
                  >
                    {t.retryAll(kind.can_retry)}
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {leaving && (
        <Dialog
          title={t.giveUpAll(leaving.failed, kindInWords(leaving.template))}
          about={t.giveUpAbout}
          onClose={() => setLeaving(undefined)}
          onSubmit={() => {
            giveUp(leaving)
            setLeaving(undefined)
          }}
        >
          <Acts>
            <Button onClick={() => setLeaving(undefined)}>{t.keep}</Button>
            <Button look="grave" type="submit">
              {t.giveUp}
            </Button>
          </Acts>
        </Dialog>
      )}
    </Section>
  )
}

const columns = (act: Doing): readonly Column<FailedMail>[] => [
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
        {nom && <span dir="auto">{nom}</span>}
        <small className={css.under}>{email}</small>
      </>
    ),
  },
  {
    name: t.column.when,
    of: ({ created_at, returned_at }) => (
      <span className={css.when}>
        {moment(new Date(created_at), new Date())}
        {returned_at && (
          <small className={css.under}>{t.cameBack(moment(new Date(returned_at), new Date()))}</small>
        )}
      </span>
    ),
  },
  {
    name: t.column.why,
    of: ({ because, error }) => (
      <>
        {because.message}
        {error && (
          <small className={css.under} lang="en">
            {error}
          </small>
        )}
      </>
    ),
  },
  { name: t.column.what, of: mail => <Next mail={mail} act={act} /> },
]

function Next({ mail, act }: { readonly mail: FailedMail; readonly act: Doing }) {
  const { id, template, recipient, can_retry, thread_id } = mail
  const params = { id }
  const whom = recipient.nom ?? recipient.email
  return (
    <>
      <span className={css.does}>
        {can_retry && (
          <Button
            aria-label={t.retryOne(kindInWords(template), whom)}
            onClick={() =>
              void act(async () => {
                await call('POST /api/v1/admin/failed-mails/{id}/retry', { params })
                return t.retried(whom)
              })
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
            void act(async () => {
              await call('POST /api/v1/admin/failed-mails/{id}/give-up', { params })
              return t.givenUp(whom)
            })
          }
        >
          {t.giveUp}
        </Button>
      </span>
      {!can_retry && !thread_id && <small className={css.under}>{t.linkGone}</small>}
    </>
  )
}

/** One that a later version wrote is called as its template is. */
const kindInWords = (template: string): string =>
  Object.hasOwn(t.kind, template) ? t.kind[template as MailKind] : template
