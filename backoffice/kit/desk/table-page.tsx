import type { ReactNode } from 'react'
import { NotYet } from '../ui/message.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { NothingFound } from './nothing-found.tsx'
import { Pager } from './pager.tsx'

/** One page of a list as a table with a pager; or that it is loading, why it failed, or that it is empty. */
export function TablePage<Row extends { readonly id: string }>({
  caption,
  columns,
  listed,
  page = 1,
  onPage,
  onShowAll,
  empty,
}: {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** The query of the list. */
  readonly listed: Parameters<typeof NotYet>[0] & {
    readonly data:
      | {
          readonly data: readonly Row[]
          readonly meta: { readonly total: number; readonly per_page: number }
        }
      | undefined
  }
  /** Absent: the first. */
  readonly page?: number | undefined
  readonly onPage: (page: number | undefined) => void
  /** Removes the filters (`showAll`). Absent: none is set. */
  readonly onShowAll?: (() => void) | undefined
  /** Shown in place of the table where there are no rows and no filters. */
  readonly empty: ReactNode
}) {
  const { data } = listed
  return (
    <>
      <NotYet {...listed} />
      {data?.data.length === 0 && (onShowAll ? <NothingFound onShowAll={onShowAll} /> : empty)}
      {data && data.data.length > 0 && (
        <>
          <Table caption={caption} columns={columns} rows={data.data} keyOf={({ id }) => id} />
          <Pager page={page} shown={data.data.length} meta={data.meta} onPage={onPage} />
        </>
      )}
    </>
  )
}
