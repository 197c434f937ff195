import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { counts } from '../../kit/api/queries.ts'
import { Content, PageHead } from '../../kit/page.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { nouns } from '../../kit/words/texts.ts'
import { Prepared } from '../messages/prepared.tsx'
import { RefusalWords } from '../moderation/presets.tsx'
import type { SettingsAddress } from './address.ts'
import { Apps } from './apps.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { FailedMails } from './failed-mails.tsx'
import { Health } from './health.tsx'
import { Keys } from './keys.tsx'
import css from './settings.module.css'
import { TeamSettingsForm } from './team.tsx'
import { t } from './texts.ts'
import { Types } from './types.tsx'
import { WatchedWords } from './watched-words.tsx'
import { AllWebhooks } from './webhooks.tsx'

/** The settings: types, prepared texts, apps, health, failed mails and jobs. */
const WORDED = {
  equipe: TeamSettingsForm,
  types: Types,
  reponses: Prepared,
  refus: RefusalWords,
  mots: WatchedWords,
  applications: Apps,
  cles: Keys,
  envois: AllWebhooks,
} as const

export function Settings() {
  const address: SettingsAddress = useSearch({ from: '/reglages' })
  const navigate = useNavigate()
  const { onglet: tab = 'types' } = address
  const go = (change: SettingsAddress) =>
    void navigate({ to: '/reglages', search: { ...address, page: undefined, ...change } })
  const waiting = useQuery(counts()).data?.data.reserved
  const counted = { courriels: waiting?.mails_failing, travaux: waiting?.jobs_failing }
  return (
    <>
      <PageHead title={nouns.settings} tabs={{ label: t.views, names: t.tab, at: tab, counts: counted }} />
      <Content>
        {tab === 'courriels' ? (
          <FailedMails address={address} go={go} />
        ) : tab === 'travaux' ? (
          <FailedJobs page={address.page} onPage={page => go({ page })} />
        ) : tab === 'sante' ? (
          <Health />
        ) : (
          <Worded tab={tab} page={address.page} onPage={page => go({ page })} />
        )}
      </Content>
    </>
  )
}

function Worded({
  tab,
  ...paging
}: Parameters<typeof Keys>[0] & {
  readonly tab: keyof typeof WORDED
}) {
  const Part = WORDED[tab]
  return (
    <div className={css.part}>
      <Section title={t.tab[tab]}>
        <p className={css.soft}>{t.about[tab]}</p>
        <Part {...paging} />
      </Section>
    </div>
  )
}
