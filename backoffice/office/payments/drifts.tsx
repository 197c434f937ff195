import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PaymentComparison } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { Empty, Loading, Note, Problem } from '../../kit/ui/message.tsx'
import { type Column, Table } from '../../kit/ui/table.tsx'
import { moment } from '../../kit/words/format.ts'
import { nouns } from '../../kit/words/texts.ts'
import { t } from './texts.ts'

/** The differences found when provider and service were last compared. */
export function Drifts() {
  const { data, error, refetch } = useQuery(reading('GET /api/v1/admin/payment-comparison', {}))
  if (error) return <Problem error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  const last = data.data
  if (!last) return <Empty title={t.neverCompared} next={t.comparedNext} />
  return (
    <>
      <p>{t.compared(last.compared, moment(new Date(last.compared_at), new Date()))}</p>
      {last.drifts.length === 0 ? (
        <Note tone="ok">{t.same}</Note>
      ) : (
        <Table caption={t.tab.ecarts} columns={COLUMNS} rows={last.drifts} keyOf={({ name }) => name} />
      )}
    </>
  )
}

const COLUMNS: readonly Column<PaymentComparison['drifts'][number]>[] = [
  {
    name: t.column.subscription,
    of: ({ name, subscription_id: id }) =>
      id ? (
        <Link to="/abonnements/$id" params={{ id }}>
          {name}
        </Link>
      ) : (
        name
      ),
  },
  { name: nouns.state, of: ({ kind, repaired }) => (repaired ? t.repaired : t.drift[kind]) },
  { name: t.column.result, of: ({ fields }) => fields.join(' · ') },
]
