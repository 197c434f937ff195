import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { withoutBlanks } from '../../kit/address.ts'
import type { Thread } from '../../kit/api/contract.ts'
import { KEPT_STILL, reading } from '../../kit/api/queries.ts'
import { useIsHere } from '../../kit/desk/here.ts'
import { opened } from '../../kit/desk/opened.ts'
import { useNoPageBeyond } from '../../kit/desk/pager.tsx'
import { type MessagesAddress, queryOf } from './address.ts'

const route = getRouteApi('/messages')
const EVERY_MS = 30_000

/** What the address shows: the list as it was loaded, and the conversation that is open. */
export function useShown(threads: Readonly<Record<string, Thread>>) {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const { item, ...view } = address
  const query = queryOf(view)

  const listed = useQuery({
    ...reading('GET /api/v1/admin/messages/threads', { query }),
    ...KEPT_STILL,
  })
  const rows = (listed.data?.data ?? []).map(row => threads[row.id] ?? row)
  const newest = useQuery({
    ...reading('GET /api/v1/admin/messages/threads', { query: { ...query, per_page: 1 } }),
    enabled: view.page === undefined && listed.data !== undefined,
    refetchInterval: EVERY_MS,
    gcTime: 0,
  })
  const first = newest.data?.data[0]?.last_message_at

  const isHere = useIsHere(route.id)
  const go = (change: Partial<MessagesAddress>, replace = false) => {
    if (isHere()) void navigate({ search: before => withoutBlanks({ ...before, ...change }), replace })
  }
  useNoPageBeyond(view.page, listed.isPlaceholderData ? undefined : listed.data?.data.length, () =>
    go({ page: undefined }, true),
  )
  const { ids, isNarrow, openId, inList, show, step } = opened({ rows, item, go })
  const alone = useQuery({
    ...reading('GET /api/v1/admin/messages/threads/{id}', { params: { id: openId ?? '' } }),
    enabled: openId !== undefined && inList === undefined && listed.data !== undefined,
  })
  const fetched = openId === alone.data?.data.id ? alone.data?.data : undefined
  return {
    address,
    view,
    tab: view.onglet ?? 'repondre',
    isNarrow,
    listed,
    rows,
    ids,
    total: listed.data?.meta.total ?? 0,
    /** Something was written since the list was loaded: said above it, never pushed into it. */
    hasNew: first !== undefined && !listed.isFetching && rows.every(row => row.last_message_at < first),
    openId,
    open: (openId === undefined ? undefined : threads[openId]) ?? inList ?? fetched,
    missing: alone.error,
    go,
    show,
    step,
  }
}
