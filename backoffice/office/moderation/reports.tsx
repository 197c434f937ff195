import { useQuery } from '@tanstack/react-query'
import type { Report } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
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
  const { act, outcome } = useActs(refetch)
  if (data?.data.length === 0) return null
  const now = new Date()
  return (
    <section>
      <h3>{t.reportsOf}</h3>
      {outcome}
      <NotYet data={data} error={error} refetch={refetch} />
      <ul>
        {data?.data.map(report => (
          <li key={report.id}>
            <strong>{t.reasons[report.reason]}</strong>, {moment(new Date(report.created_at), now)},{' '}
            <bdi>{reporterOf(report)}</bdi>
            {report.outcome && `, ${t.reportEnded[report.outcome]}`}
            {report.record && report.record.decided > 0 && (
              <>
                {', '}
                {t.founded(report.record.removed, report.record.decided)}
              </>
            )}
            {report.message && <p dir="auto">{report.message}</p>}
            {report.record && <Mute report={report} until={report.record.muted_until} act={act} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Offered once a reporter was wrong often: a single mistake is none. */
const OFTEN = 5

/** Suspends the reporter, or lets them report again. */
function Mute({
  report: { id, publication_id, record },
  until,
  act,
}: {
  readonly report: Report
  readonly until: string | null
  readonly act: ReturnType<typeof useActs>['act']
}) {
  const of = { params: { id: publication_id, reportId: id } }
  const [mute, unmute] = [
    () => call('POST /api/v1/admin/publications/{id}/reports/{reportId}/mute', of),
    () => call('DELETE /api/v1/admin/publications/{id}/reports/{reportId}/mute', of),
  ]
  const unfounded = record ? record.decided - record.removed : 0
  if (until)
    return (
      <p>
        {t.mutedUntil(moment(new Date(until), new Date()))}{' '}
        <Button look="link" onClick={() => act(unmute, t.unmuted)}>
          {t.unmute}
        </Button>
      </p>
    )
  if (unfounded < OFTEN) return null
  return (
    <p>
      <Button look="link" onClick={() => act(mute, t.muted)}>
        {t.mute}
      </Button>
    </p>
  )
}
