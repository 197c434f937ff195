import type { ComponentProps, ReactNode } from 'react'
import { activeFilters, type Filter, FilterBar, type OfferedFilter, showAll } from './filter-bar.tsx'
import { Pager } from './pager.tsx'
import { ListPane } from './panes.tsx'
import { Rows } from './rows.tsx'

interface DeskAddress {
  readonly q?: string | undefined
  readonly item?: string | undefined
  readonly page?: number | undefined
}

/** The list of a desk: its filters, its rows, or why there are none, and its pages. Another filter begins at the first page. */
export function DeskList<Address extends DeskAddress>({
  name,
  find,
  address,
  filters = [],
  offered,
  go,
  listed,
  empty,
  emptyNext,
  above,
  rows,
  children,
}: {
  readonly name: string
  /** “Rechercher dans les demandes”. */
  readonly find: string
  readonly address: Address
  /** The filters that other screens set. */
  readonly filters?: readonly Filter<Address>[]
  readonly offered: readonly OfferedFilter<Address>[]
  readonly go: (change: Partial<Address>) => void
  readonly listed: ComponentProps<typeof Rows>['listed'] & {
    readonly data?: { readonly meta: ComponentProps<typeof Pager>['meta'] } | undefined
  }
  readonly above?: ReactNode
  readonly rows: readonly ReactNode[]
  /** Below the rows. */
  readonly children?: ReactNode
} & Pick<ComponentProps<typeof Rows>, 'empty' | 'emptyNext'>) {
  const change = (set: Partial<Address>) =>
    go({ page: undefined, item: undefined, ...set } as Partial<Address>)
  const active = activeFilters(address, [...filters, ...offered])
  return (
    <ListPane
      label={name}
      tools={
        <FilterBar label={find} address={address} filters={active} offered={offered} onChange={change} />
      }
      above={above}
      below={
        <Pager
          page={address.page ?? 1}
          shown={rows.length}
          meta={listed.data?.meta}
          onPage={page => go({ page, item: undefined } as Partial<Address>)}
        />
      }
    >
      <Rows listed={listed} empty={empty} emptyNext={emptyNext} onShowAll={showAll(active, change)}>
        {rows}
      </Rows>
      {children}
    </ListPane>
  )
}
