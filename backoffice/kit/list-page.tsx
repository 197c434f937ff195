import type { ComponentProps, ReactNode } from 'react'
import { activeFilters, type Filter, FilterBar, type OfferedFilter, showAll } from './desk/filter-bar.tsx'
import type { Onglet, Tabs } from './desk/tab-links.tsx'
import { TablePage } from './desk/table-page.tsx'
import { insteadOf } from './error-pages.tsx'
import { Content, PageHead } from './page.tsx'

interface Listed {
  readonly q?: string | undefined
  readonly page?: number | undefined
}
type TableProps<Row extends { readonly id: string }> = Omit<
  ComponentProps<typeof TablePage<Row>>,
  'page' | 'onPage' | 'onShowAll'
>

interface ListProps<Row extends { readonly id: string }, Address extends Listed> extends TableProps<Row> {
  /** “Rechercher dans les acteurs”. */
  readonly find: string
  readonly address: Address
  readonly go: (change: Partial<Address>) => void
  /** The filters that the address may set, besides the search. */
  readonly filters?: readonly Filter<Address>[]
  /** Those of a few values, which one button offers. */
  readonly offered?: readonly OfferedFilter<Address>[]
  /** The controls that set others. */
  readonly controls?: ReactNode
  /** Buttons at the end of their line. */
  readonly end?: ReactNode
  /** Between the filters and the table. */
  readonly between?: ReactNode
  /** In place of the table. */
  readonly instead?: ReactNode
  /** `empty` also says what to do where the filters leave nothing. */
  readonly ownEmpty?: true
}

/** Search, filters and one page of a list as a table. */
export function List<Row extends { readonly id: string }, Address extends Listed>({
  find,
  address,
  go,
  filters = [],
  offered = [],
  controls,
  end,
  between,
  instead,
  ownEmpty,
  ...table
}: ListProps<Row, Address>) {
  const active = activeFilters(address, [...filters, ...offered])
  return (
    <>
      <FilterBar label={find} address={address} filters={active} offered={offered} onChange={go} end={end}>
        {controls}
      </FilterBar>
      {between}
      {instead || (
        <TablePage
          {...table}
          page={address.page}
          onPage={page => go({ page } as Partial<Address>)}
          onShowAll={ownEmpty ? undefined : showAll(active, go)}
        />
      )}
    </>
  )
}

/** The screen of a list, or in its place that it is not open to the user. */
export function ListPage<
  Row extends { readonly id: string },
  Address extends Listed,
  Tab extends Onglet = Onglet,
>({
  title,
  about,
  tabs,
  act,
  tabBar,
  above,
  children,
  ...list
}: ListProps<Row, Address> & {
  readonly title: string
  readonly about?: string | undefined
  readonly tabs?: Tabs<Tab> | undefined
  /** The button in the head. */
  readonly act?: ReactNode
  readonly tabBar?: ReactNode
  /** The notice of the screen before. */
  readonly above?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    insteadOf(list.listed.error) ?? (
      <>
        <PageHead title={title} about={about} tabs={tabs}>
          {act}
        </PageHead>
        {tabBar}
        <Content>
          {above}
          <List {...list} />
        </Content>
        {children}
      </>
    )
  )
}
