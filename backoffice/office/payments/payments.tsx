import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { changing } from '../../kit/address.ts'
import type { Subscription } from '../../kit/api/contract.ts'
import { listing } from '../../kit/api/queries.ts'
import { DownloadTable } from '../../kit/desk/download.tsx'
import { List } from '../../kit/list-page.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { Chip, type Tone } from '../../kit/ui/chip.tsx'
import { Empty } from '../../kit/ui/message.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { date } from '../../kit/words/format.ts'
import { nouns } from '../../kit/words/texts.ts'
import type { PaymentsAddress } from './address.ts'
import { Drifts } from './drifts.tsx'
import { Events } from './events.tsx'
import { t } from './texts.ts'

const route = getRouteApi('/abonnements')

/** The subscriptions, the events of the provider, and the differences found when both were compared. */
export function Payments() {
  const address = route.useSearch()
  const go = changing<PaymentsAddress>(route.useNavigate())
  const { onglet: tab = 'abonnements', page } = address
  const onPage = (page: number | undefined) => go({ page })
  return (
    <>
      <PageHead title={nouns.subscriptions} tabs={{ label: t.views, names: t.tab, at: tab }} />
      <Content>
        {tab === 'ecarts' && <Drifts />}
        {tab === 'evenements' && <Events query={{}} page={page} onPage={onPage} />}
        {tab === 'echecs' && <Events query={{ status: 'failed' }} page={page} onPage={onPage} />}
        {(tab === 'abonnements' || tab === 'sans') && <Subscriptions address={address} go={go} />}
      </Content>
    </>
  )
}

function Subscriptions({
  address,
  go,
}: {
  readonly address: PaymentsAddress
  readonly go: (change: Partial<PaymentsAddress>) => void
}) {
  const { onglet, q, page } = address
  const query = { ...(onglet === 'sans' && { ownerless: true }), ...(q && { q }) }
  const listed = useQuery(
    listing('GET /api/v1/admin/subscriptions', { query: { ...query, ...(page && { page }) } }),
  )
  return (
    <List
      find={t.find}
      address={address}
      go={go}
      end={<DownloadTable route="GET /api/v1/admin/subscriptions" query={query} name="abonnements" />}
      caption={nouns.subscriptions}
      columns={COLUMNS}
      listed={listed}
      empty={<Empty title={t.none} next={t.noneNext} />}
    />
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
    name: nouns.acteur,
    of: ({ id, acteur }) => (
      <Link to="/abonnements/$id" params={{ id }}>
        {acteur?.nom ?? t.nobody}
      </Link>
    ),
  },
  { name: nouns.state, of: ({ status }) => <State status={status} /> },
  { name: nouns.plan, of: ({ plan }) => plan },
  {
    name: t.column.until,
    of: ({ current_period_end: end }) => end && date(new Date(end), new Date()),
  },
]
