import { Link } from '@tanstack/react-router'
import { TabBar, TabCount } from '../ui/tabs.tsx'
import { TABS, type Tab } from './address.ts'
import { t } from './texts.ts'

export const Tabs = ({
  tab,
  totals,
}: {
  readonly tab: Tab
  readonly totals: Partial<Record<Tab, number | undefined>>
}) => (
  <TabBar label={t.states}>
    {TABS.map(one => (
      <Link
        key={one}
        to="/moderation"
        search={one === 'attente' ? {} : { onglet: one }}
        activeProps={{}}
        activeOptions={{ exact: true }}
        aria-current={one === tab ? 'page' : undefined}
      >
        {t.tab[one]}
        <TabCount of={totals[one]} />
      </Link>
    ))}
  </TabBar>
)
