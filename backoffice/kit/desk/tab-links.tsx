import { Link, type RegisteredRouter, type useSearch } from '@tanstack/react-router'
import { TabBar, TabCount } from '../ui/tabs.tsx'

/** The tabs of all screens. */
export type Onglet = NonNullable<ReturnType<typeof useSearch<RegisteredRouter, undefined, false>>['onglet']>

export interface Tabs<Tab extends string> {
  readonly label: string
  /** In the order they are shown. */
  readonly names: Readonly<Record<Tab, string>>
  readonly at: Tab
  readonly counts?: { readonly [tab in Tab]?: number | undefined } | undefined
}

const tabsOf = <Tab extends string>(names: Readonly<Record<Tab, string>>) => Object.keys(names) as Tab[]

/** The name of the open tab for the title of the page; undefined for the first tab. */
export const openTab = <Tab extends string>({ names, at }: Tabs<Tab>): string | undefined =>
  at === tabsOf(names)[0] ? undefined : names[at]

/** The tabs of a screen. The address names them as `onglet`, except the first. */
export const TabLinks = <Tab extends Onglet>({ label, names, at, counts }: Tabs<Tab>) => (
  <TabBar label={label}>
    {tabsOf(names).map((tab, place) => (
      <Link
        key={tab}
        to="."
        search={place === 0 ? {} : { onglet: tab }}
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
