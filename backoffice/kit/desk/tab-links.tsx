import { Link, type RegisteredRouter, type useSearch } from '@tanstack/react-router'
import { TabBar, TabCount } from '../ui/tabs.tsx'

/** Every tab that the address of some screen has. */
type Onglet = NonNullable<ReturnType<typeof useSearch<RegisteredRouter, undefined, false>>['onglet']>

/** The name of the open tab for the title of the page; undefined for the first tab. */
export const openTab = <Tab extends string>(
  tabs: readonly Tab[],
  at: Tab,
  names: Readonly<Record<Tab, string>>,
): string | undefined => (at === tabs[0] ? undefined : names[at])

/** The tabs of a screen: the first is its address alone, the others stand in it as `onglet`. */
export const TabLinks = <Tab extends Onglet>({
  label,
  tabs,
  at,
  names,
  counts,
}: {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Where one is. */
  readonly at: Tab
  readonly names: Readonly<Record<Tab, string>>
  /** How many wait behind some of them. */
  readonly counts?: { readonly [tab in Tab]?: number | undefined } | undefined
}) => (
  <TabBar label={label}>
    {tabs.map(tab => (
      <Link
        key={tab}
        to="."
        search={tab === tabs[0] ? {} : { onglet: tab }}
        activeProps={{}}
        activeOptions={{ exact: true }}
        aria-current={tab === at ? 'page' : undefined}
      >
        {names[tab]}
        <TabCount of={counts?.[tab]} />
      </Link>
    ))}
  </TabBar>
)
