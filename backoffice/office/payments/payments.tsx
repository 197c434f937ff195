import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Subscription } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { DownloadTable } from '../../kit/desk/download.tsx'
import { Find } from '../../kit/desk/find.tsx'
import { openTab, TabLinks } from '../../kit/desk/tab-links.tsx'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { Chip, type Tone } from '../../kit/ui/chip.tsx'
import { Empty, Loading, Problem } from '../../kit/ui/message.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { date } from '../../kit/words/format.ts'
import { type PaymentsAddress, PER_PAGE, TABS } from './address.ts'
import { Drifts } from './drifts.tsx'
import { Events } from './events.tsx'
import css from './payments.module.css'
import { t } from './texts.ts'

/** Who pays for what, what the provider sent, and where both differ. */
export function Payments() {
  const address: PaymentsAddress = useSearch({ from: '/abonnements' })
  const navigate = useNavigate()
  const go = (change: Partial<PaymentsAddress>) =>
    void navigate({ to: '/abonnements', search: { ...address, ...change } })
  const tab = address.onglet ?? 'abonnements'
  const onPage = (page: number | undefined) => go({ page })
  return (
    <>
      <PageHead title={t.title} tab={openTab(TABS, tab, t.tab)} />
      <TabLinks label={t.views} tabs={TABS} at={tab} names={t.tab} />
      <Content>
        {tab === 'ecarts' && <Drifts />}
        {tab === 'evenements' && <Events query={{}} page={address.page} onPage={onPage} />}
        {tab === 'echecs' && <Events query={{ status: 'failed' }} page={address.page} onPage={onPage} />}
        {(tab === 'abonnements' || tab === 'sans') && <Subscriptions address={address} go={go} />}
      </Content>
    </>
  )
}

function Subscriptions({
  address: { onglet, q, page },
  go,
}: {
  readonly address: PaymentsAddress
  readonly go: (change: Partial<PaymentsAddress>) => void
}) {
  const filter = { ...(onglet === 'sans' && { ownerless: true }), ...(q && { q }) }
  const { data, error, refetch } = useQuery({
    ...reading('GET /api/v1/admin/subscriptions', {
      query: { ...filter, ...(page && { page }), per_page: PER_PAGE },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <search className={css.tools}>
        <Find label={t.find} q={q ?? ''} onFind={next => go({ q: next, page: undefined })} />
        <DownloadTable route="GET /api/v1/admin/subscriptions" query={filter} name="abonnements" />
      </search>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data?.data.length === 0 && (
        <Empty title={t.none}>
          <p>{t.noneNext}</p>
        </Empty>
      )}
      {data && data.data.length > 0 && (
        <TablePage
          caption={t.title}
          columns={COLUMNS}
          of={data}
          page={page}
          perPage={PER_PAGE}
          onPage={next => go({ page: next })}
        />
      )}
    </>
  )
}

const TONES: Partial<Record<Subscription['status'], Tone>> = {
  active: 'ok',
  trialing: 'info',
  past_due: 'wait',
  unpaid: 'bad',
}
export const State = ({ status }: { readonly status: Subscription['status'] }) => (
  <Chip tone={TONES[status] ?? 'plain'}>{t.state[status]}</Chip>
)

const COLUMNS: readonly Column<Subscription>[] = [
  {
    name: t.column.acteur,
    of: ({ id, acteur }) => (
      <Link to="/abonnements/$id" params={{ id }}>
        {acteur?.nom ?? t.nobody}
      </Link>
    ),
  },
  { name: t.column.state, of: ({ status }) => <State status={status} /> },
  { name: t.column.plan, of: ({ plan }) => plan },
  {
    name: t.column.until,
    of: ({ current_period_end: end }) => end && date(new Date(end), new Date()),
  },
]
