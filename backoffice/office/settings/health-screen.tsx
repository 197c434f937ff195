import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { counts } from '../../kit/api/queries.ts'
import { Content, PageHead } from '../../kit/page.tsx'
import type { HealthAddress } from './address.ts'
import { FailedJobs } from './failed-jobs.tsx'
import { FailedMails } from './failed-mails.tsx'
import { Health } from './health.tsx'
import { t } from './texts.ts'

/** How the service does, with the mails and jobs that failed. */
export function HealthScreen() {
  const address: HealthAddress = useSearch({ from: '/sante' })
  const navigate = useNavigate()
  const { onglet: tab = 'sante', page } = address
  const go = (change: HealthAddress) =>
    void navigate({ to: '/sante', search: { ...address, page: undefined, ...change } })
  const waiting = useQuery(counts()).data?.data.reserved
  const { sante, courriels, travaux } = t.tab
  return (
    <>
      <PageHead
        title={sante}
        viewless
        tabs={{
          label: sante,
          names: { sante: t.state, courriels, travaux },
          at: tab,
          counts: { courriels: waiting?.mails_failing, travaux: waiting?.jobs_failing },
        }}
      />
      <Content>
        {tab === 'courriels' ? (
          <FailedMails address={address} go={go} />
        ) : tab === 'travaux' ? (
          <FailedJobs page={page} onPage={page => go({ page })} />
        ) : (
          <Health />
        )}
      </Content>
    </>
  )
}
