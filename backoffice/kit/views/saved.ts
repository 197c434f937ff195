import { useQuery } from '@tanstack/react-query'
import { client, reading } from '../api/queries.ts'

/** The saved views of the person and those that colleagues share. */
export const views = () => ({ ...reading('GET /api/v1/admin/views', {}), staleTime: 60_000 })

export const reloadViews = () => client.invalidateQueries({ queryKey: views().queryKey })

/** How many items wait in a view, by its id, as the menu last read it. Unknown ones are absent. */
export const VIEW_COUNTS = ['view counts']
export const useViewCounts = () =>
  useQuery<Readonly<Record<string, number>>>({
    queryKey: VIEW_COUNTS,
    queryFn: () => ({}),
    enabled: false,
    initialData: {},
  }).data

/** The address of a view: without the page and the open item. */
export function viewedAt(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin)
  searchParams.delete('page')
  searchParams.delete('item')
  const filters = searchParams.toString()
  return filters === '' ? pathname : `${pathname}?${filters}`
}
