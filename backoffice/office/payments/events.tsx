import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PaymentEvent } from '../../kit/api/contract.ts'
import { listing } from '../../kit/api/queries.ts'
import type { Query } from '../../kit/api/send.ts'
import { call } from '../../kit/api/session.ts'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip, type Tone } from '../../kit/ui/chip.tsx'
import { Empty } from '../../kit/ui/message.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { moment } from '../../kit/words/format.ts'
import { t } from './texts.ts'

/** The events of the provider with their result, and a button that retries a failed one. */
export function Events({
  query,
  page,
  onPage,
}: {
  readonly query: Query<'GET /api/v1/admin/payment-events'>
  readonly page: number | undefined
  readonly onPage: (page: number | undefined) => void
}) {
  const listed = useQuery(
    listing('GET /api/v1/admin/payment-events', {
      query: { ...query, ...(page && { page }) },
    }),
  )
  const { act, outcome } = useActs(listed.refetch, { stale_version: t.movedMeanwhile })
  const replay = ({ id, version }: PaymentEvent) =>
    act(() => call('POST /api/v1/admin/payment-events/{id}/replay', { params: { id }, version }), t.replayed)
  return (
    <>
      {outcome}
      <TablePage
        caption={t.events}
        columns={columns(replay)}
        listed={listed}
        page={page}
        onPage={onPage}
        empty={<Empty title={t.noEvents} next={t.noEventsNext} />}
      />
    </>
  )
}

const TONES: Readonly<Record<PaymentEvent['status'], Tone>> = {
  received: 'wait',
  processed: 'ok',
  ignored: 'plain',
  stale: 'plain',
  failed: 'bad',
}

const columns = (replay: (event: PaymentEvent) => Promise<void>): readonly Column<PaymentEvent>[] => [
  {
    name: t.column.event,
    of: ({ type, subscription_id: id }) =>
      id ? (
        <Link to="/abonnements/$id" params={{ id }}>
          {type}
        </Link>
      ) : (
        type
      ),
  },
  { name: t.column.received, of: ({ received_at }) => moment(new Date(received_at), new Date()) },
  {
    name: t.column.result,
    of: ({ status, error }) => (
      <>
        <Chip tone={TONES[status]}>{t.became[status]}</Chip> {error}
      </>
    ),
  },
  {
    name: t.replay,
    isActs: true,
    of: event =>
      (event.status === 'failed' || event.status === 'ignored' || event.status === 'stale') && (
        <Button icon="undo" onClick={() => replay(event)}>
          {t.replay}
        </Button>
      ),
  },
]
