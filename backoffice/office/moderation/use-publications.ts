import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { client, KEPT_STILL, reading } from '../../kit/api/queries.ts'
import { useOpenItem } from '../../kit/desk/open-item.ts'
import { type DeskAddress, filterOf, isWaiting, queryOf } from './address.ts'
import { useChosenOrder } from './chosen-order.ts'
import { useCounted } from './counted.ts'
import type { Outcome } from './use-moderation.ts'

const route = getRouteApi('/moderation')

/** The list that the address asks for, as it was loaded, and the open publication. */
export function usePublications(outcomes: Readonly<Record<string, Outcome>>) {
  const asked = route.useSearch()
  const [chosenOrder, chooseOrder] = useChosenOrder()
  const address = isWaiting(asked) && chosenOrder ? { tri: chosenOrder, ...asked } : asked
  const { item: _, ...view } = address
  const query = queryOf(view)
  const list = reading('GET /api/v1/admin/publications', { query })
  const listed = useQuery({ ...list, ...KEPT_STILL })
  const rows = listed.data?.data ?? []
  const { openId, inList, ...opened } = useOpenItem({
    path: route.id,
    address,
    navigate: route.useNavigate(),
    rows,
    listed,
    turnsPages: true,
  })
  const counted = useCounted(filterOf(view), listed.data?.meta)
  const alone = useQuery({
    ...reading('GET /api/v1/admin/publications/{id}', { params: { id: openId ?? '' } }),
    enabled: openId !== undefined && inList === undefined && listed.data !== undefined,
  })
  const outcome = openId === undefined ? undefined : outcomes[openId]
  return {
    ...opened,
    address,
    view,
    order(tri: DeskAddress['tri']): void {
      if (isWaiting(address)) chooseOrder(tri)
      opened.go({ tri, page: undefined, item: undefined })
    },
    tab: view.onglet ?? 'attente',
    listed,
    query,
    /** Shows another answer to the same question in its place. */
    showPage: (page: NonNullable<typeof listed.data>) => client.setQueryData(list.queryKey, page),
    rows,
    counted,
    openId,
    outcome,
    open: outcome?.publication ?? inList ?? (openId === alone.data?.data.id ? alone.data?.data : undefined),
    /** Why the open publication cannot be shown. */
    missing: alone.error,
  }
}
