import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { withoutBlanks } from '../../kit/address.ts'
import { KEPT_STILL, reading } from '../../kit/api/queries.ts'
import { useIsHere } from '../../kit/desk/here.ts'
import { opened } from '../../kit/desk/opened.ts'
import { useNoPageBeyond } from '../../kit/desk/pager.tsx'
import { type DeskAddress, filterOf, queryOf } from './address.ts'
import { useCounted } from './counted.ts'
import type { Outcome } from './work.ts'

const route = getRouteApi('/moderation')

/** What the address shows: the list as it was loaded, and the publication that is open. */
export function useShown(outcomes: Readonly<Record<string, Outcome>>) {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const { item, ...view } = address

  const listed = useQuery({
    ...reading('GET /api/v1/admin/publications', { query: queryOf(view) }),
    ...KEPT_STILL,
  })
  const rows = listed.data?.data ?? []

  const isHere = useIsHere(route.id)
  const go = (change: Partial<DeskAddress>, replace = false) => {
    if (isHere()) void navigate({ search: before => withoutBlanks({ ...before, ...change }), replace })
  }
  const { page = 1 } = view
  useNoPageBeyond(page, listed.isPlaceholderData ? undefined : listed.data?.data.length, () =>
    go({ page: undefined }, true),
  )
  const counted = useCounted(filterOf(view), listed.data?.meta)
  const onPast = (by: 1 | -1) => {
    const isThere = by === 1 ? (listed.data?.meta.next ?? null) !== null : page > 1
    if (isThere) go({ page: page + by > 1 ? page + by : undefined, item: undefined })
  }
  const { ids, isNarrow, openId, inList, show, step } = opened({ rows, item, go, onPast })
  const alone = useQuery({
    ...reading('GET /api/v1/admin/publications/{id}', { params: { id: openId ?? '' } }),
    enabled: openId !== undefined && inList === undefined && listed.data !== undefined,
  })
  const outcome = openId === undefined ? undefined : outcomes[openId]
  return {
    address,
    view,
    tab: view.onglet ?? 'attente',
    isNarrow,
    listed,
    rows,
    ids,
    counted,
    openId,
    outcome,
    open: outcome?.publication ?? inList ?? (openId === alone.data?.data.id ? alone.data?.data : undefined),
    /** Why it cannot be shown. */
    missing: alone.error,
    go,
    show,
    step,
  }
}
