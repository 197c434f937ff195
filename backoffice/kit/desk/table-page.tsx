import { type Column, Table } from '../ui/table.tsx'
import { Pager } from './pager.tsx'

/** One page of a list as a table, with the way to the others. */
export const TablePage = <Row extends { readonly id: string }>({
  caption,
  columns,
  of: { data, meta },
  page = 1,
  perPage,
  onPage,
}: {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** As the service answered it. */
  readonly of: {
    readonly data: readonly Row[]
    readonly meta: { readonly total: number }
  }
  /** Absent: the first one. */
  readonly page: number | undefined
  readonly perPage: number
  readonly onPage: (page: number | undefined) => void
}) => (
  <>
    <Table caption={caption} columns={columns} rows={data} keyOf={({ id }) => id} />
    <Pager page={page} perPage={perPage} shown={data.length} total={meta.total} onPage={onPage} />
  </>
)
