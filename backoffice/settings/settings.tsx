import { Link, useSearch } from '@tanstack/react-router'
import { Prepared } from '../messages/prepared.tsx'
import { RefusalWords } from '../moderation/presets.tsx'
import { Content, PageHead } from '../shell/page.tsx'
import { Section } from '../ui/section.tsx'
import { TabBar } from '../ui/tabs.tsx'
import { type SettingsAddress, TABS } from './address.ts'
import css from './settings.module.css'
import { t } from './texts.ts'
import { Types } from './types.tsx'

const PARTS = { types: Types, reponses: Prepared, refus: RefusalWords } as const

/** What the town words its own way: types of publication, answers, refusals. */
export function Settings() {
  const { onglet: tab = 'types' }: SettingsAddress = useSearch({ from: '/reglages' })
  const Part = PARTS[tab]
  return (
    <>
      <PageHead title={t.title} />
      <TabBar label={t.views}>
        {TABS.map(one => (
          <Link
            key={one}
            to="/reglages"
            search={one === 'types' ? {} : { onglet: one }}
            activeOptions={{ exact: true }}
            activeProps={{}}
            aria-current={one === tab ? 'page' : undefined}
          >
            {t.tab[one]}
          </Link>
        ))}
      </TabBar>
      <Content>
        <div className={css.part}>
          <Section title={t.tab[tab]}>
            <p className={css.soft}>{t.about[tab]}</p>
            <Part />
          </Section>
        </div>
      </Content>
    </>
  )
}
