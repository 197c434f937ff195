import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Thread } from '../../kit/api/contract.ts'
import { KEPT_STILL, reading } from '../../kit/api/queries.ts'
import { useOpenItem } from '../../kit/desk/open-item.ts'
import { useChanged } from '../../kit/live/news.ts'
import { usePaced } from '../../kit/live/pace.ts'
import { queryOf } from './address.ts'

const route = getRouteApi('/messages')
const POLL_MS = 30_000

/** The list that the address asks for, as it was loaded, and the open conversation; `onChanged` is told when that one changes. */
export function useThreads(outcomes: Readonly<Record<string, Thread>>, onChanged: (id: string) => void) {
  const address = route.useSearch()
  const { item: _, ...view } = address
  const query = queryOf(view)
  const listed = useQuery({
    ...reading('GET /api/v1/admin/messages/threads', { query }),
    ...KEPT_STILL,
  })
  const rows = (listed.data?.data ?? []).map(row => outcomes[row.id] ?? row)
  const newest = useQuery({
    ...reading('GET /api/v1/admin/messages/threads', { query: { ...query, per_page: 1 } }),
    enabled: view.page === undefined && listed.data !== undefined,
    refetchInterval: POLL_MS,
    gcTime: 0,
  })
  const first = newest.data?.data[0]?.last_message_at
  const { openId, inList, ...opened } = useOpenItem({
    path: route.id,
    address,
    navigate: route.useNavigate(),
    rows,
    listed,
  })
  const readNewest = usePaced(() => void newest.refetch())
  useChanged(
    'thread',
    openId === undefined ? [] : [openId],
    ([id = '']) => {
      readNewest()
      onChanged(id)
    },
    readNewest,
  )
  const alone = useQuery({
    ...reading('GET /api/v1/admin/messages/threads/{id}', { params: { id: openId ?? '' } }),
    enabled: openId !== undefined && inList === undefined && listed.data !== undefined,
  })
  const fetched = openId === alone.data?.data.id ? alone.data?.data : undefined
  return {
    ...opened,
    address,
    view,
    tab: view.onglet ?? 'repondre',
    listed,
    rows,
    total: listed.data?.meta.total ?? 0,
    /** Whether a message came since the list was loaded: announced above the list, which stays as it is. */
    hasNew: first !== undefined && !listed.isFetching && rows.every(row => row.last_message_at < first),
    openId,
    open: (openId === undefined ? undefined : outcomes[openId]) ?? inList ?? fetched,
    /** Why the open conversation cannot be shown. */
    missing: alone.error,
  }
}
