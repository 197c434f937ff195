import { Link } from '@tanstack/react-router'
import { TabBar, TabCount } from '../ui/tabs.tsx'
import { TABS, type Tab } from './address.ts'
import { t } from './texts.ts'

export const Tabs = ({ tab, pending }: { readonly tab: Tab; readonly pending: number | undefined }) => (
  <TabBar label={t.states}>
    {TABS.map(one => (
      <Link
        key={one}
        to="/demandes"
        search={one === 'attente' ? {} : { onglet: one }}
        activeProps={{}}
        activeOptions={{ exact: true }}
        aria-current={one === tab ? 'page' : undefined}
      >
        {t.tab[one]}
        <TabCount of={one === 'attente' ? pending : undefined} />
      </Link>
    ))}
  </TabBar>
)
