import { useQuery } from '@tanstack/react-query'
import type { Report } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { NotYet } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import { common } from '../../kit/words/texts.ts'
import { t } from './texts.ts'

/** The reports of a publication, with those who reported it. */

const reporterOf = ({ reporter, email }: Report) =>
  [reporter && (reporter.nom ?? common.nameless), email].filter(Boolean).join(', ') || common.visitor

export function Reports({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(
    reading('GET /api/v1/admin/publications/{id}/reports', { params: { id }, query: { per_page: 20 } }),
  )
  if (data?.data.length === 0) return null
  const now = new Date()
  return (
    <section>
      <h3>{t.reportsOf}</h3>
      <NotYet data={data} error={error} refetch={refetch} />
      <ul>
        {data?.data.map(report => (
          <li key={report.id}>
            <strong>{t.reasons[report.reason]}</strong>, {moment(new Date(report.created_at), now)},{' '}
            <bdi>{reporterOf(report)}</bdi>
            {report.outcome && `, ${t.reportEnded[report.outcome]}`}
            {report.message && <p dir="auto">{report.message}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
