import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Content, PageHead } from '../../kit/page.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { nouns } from '../../kit/words/texts.ts'
import { Prepared } from '../messages/prepared.tsx'
import { RefusalWords } from '../moderation/presets.tsx'
import { GROUPS, type SettingsTab } from './address.ts'
import { Apps } from './apps.tsx'
import { Keys } from './keys.tsx'
import css from './settings.module.css'
import { TeamSettingsForm } from './team.tsx'
import { t } from './texts.ts'
import { Types } from './types.tsx'
import { WatchedWords } from './watched-words.tsx'
import { AllWebhooks } from './webhooks.tsx'

const PARTS = {
  equipe: TeamSettingsForm,
  types: Types,
  reponses: Prepared,
  refus: RefusalWords,
  mots: WatchedWords,
  applications: Apps,
  cles: Keys,
  envois: AllWebhooks,
} as const
const isPart = (tab: string): tab is SettingsTab => tab in PARTS

/** The settings: what is published and how, the team, and programs. A menu of three groups beside the open part. */
export function Settings() {
  const { onglet, page } = useSearch({ from: '/reglages' })
  const navigate = useNavigate()
  const tab = onglet && isPart(onglet) ? onglet : 'types'
  const Part = PARTS[tab]
  return (
    <>
      <PageHead title={nouns.settings} documentTitle={`${t.tab[tab]} · ${nouns.settings}`} viewless />
      <Content>
        <div className={`stack at-top ${css.sides}`}>
          <nav aria-label={t.views} className={`stack gap-16 ${css.groups}`}>
            {(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map(group => (
              <section key={group}>
                <h2 className="soft least bold">{t.groups[group]}</h2>
                <ul>
                  {GROUPS[group].map(one => (
                    <li key={one}>
                      <Link
                        to="/reglages"
                        search={one === 'types' ? {} : { onglet: one }}
                        activeProps={{}}
                        activeOptions={{ exact: true }}
                        aria-current={one === tab ? 'page' : undefined}
                      >
                        {t.tab[one]}
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </nav>
          <div className={css.part}>
            <Section title={t.tab[tab]}>
              <p className="soft">{t.about[tab]}</p>
              <Part
                page={page}
                onPage={page => void navigate({ to: '/reglages', search: { onglet: tab, page } })}
              />
            </Section>
          </div>
        </div>
      </Content>
    </>
  )
}
