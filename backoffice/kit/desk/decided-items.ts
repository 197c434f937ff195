import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { client } from '../api/queries.ts'
import { useDeskNews } from '../live/desk-news.ts'
import { usePaced } from '../live/pace.ts'
import { useOnItemClosed, useOpenItem } from './open-item.ts'
import { patchCached } from './patch-cached.ts'
import { type useDesk, useStartOver } from './use-desk.ts'

interface Decided {
  readonly id: string
  readonly version: number
  readonly status: string
}

interface DecidedAddress {
  /** Without it, the list of those that wait. */
  readonly onglet?: string | undefined
  readonly item?: string | undefined
  readonly page?: number | undefined
}

interface Page<Item> {
  readonly data: readonly Item[]
  readonly meta: { readonly total: number; readonly per_page: number; readonly next: string | null }
}

/**
 * The items of a desk that wait until somebody decides them, once (claims, appeals): the list as it was loaded, the open item,
 * and what colleagues do meanwhile. A decision opens the next item.
 */
export function useDecidedItems<
  Item extends Decided,
  Whole extends Item,
  Address extends DecidedAddress,
  List extends Page<Item>,
  Key extends QueryKey,
>({
  kind,
  list,
  listed,
  itemOf,
  path,
  address,
  navigate,
  desk,
  read,
  readList,
  refresh,
  changed,
  isAsking,
  stopAsking,
}: {
  readonly kind: 'claim' | 'appeal'
  /** The route of the list. */
  readonly list: string
  readonly listed: UseQueryResult<List>
  readonly itemOf: (
    id: string,
  ) => UseQueryOptions<{ readonly data: Whole }, Error, { readonly data: Whole }, Key>
  readonly desk: Pick<
    ReturnType<typeof useDesk<Item, object, object>>,
    'outcomes' | 'mark' | 'startOver' | 'isUnsent'
  >
  readonly read: (id: string) => Promise<Item>
  readonly readList: () => Promise<readonly Item[]>
  readonly refresh: (id: string) => unknown
  /** What a colleague may change on an item without deciding it. */
  readonly changed: (now: Item) => Partial<Item>
  /** A dialog asks about the open item. */
  readonly isAsking: boolean
  readonly stopAsking: () => void
} & Pick<Parameters<typeof useOpenItem<Item, Address>>[0], 'path' | 'address' | 'navigate'>) {
  const { outcomes } = desk
  const loadedRows = listed.data?.data ?? []
  const opened = useOpenItem({ path, address, navigate, rows: loadedRows, listed })
  const { openId, inList, place, isNarrow, show, go } = opened
  const whole = useQuery({ ...itemOf(openId ?? ''), enabled: openId !== undefined })
  const loaded = whole.data?.data.id === openId ? whole.data?.data : undefined
  const open = openId === undefined ? undefined : (outcomes[openId] ?? loaded ?? inList)

  useOnItemClosed(openId, stopAsking)

  const meanwhile = useDeskNews<Item>({
    kind,
    ids: [...new Set([...loadedRows.map(({ id }) => id), ...(openId ? [openId] : [])])],
    openId,
    isAsking,
    shown(id) {
      if (desk.isUnsent(id)) return undefined
      return id === openId ? open : (outcomes[id] ?? loadedRows.find(row => row.id === id))
    },
    read,
    readList,
    isDecided: (before, now) => before.status !== now.status,
    show(now, isDecided) {
      if (isDecided || outcomes[now.id]) desk.mark(now.id, now)
      patchCached([list], now.id, changed(now))
      if (now.id === openId && !isAsking) void refresh(now.id)
    },
    // New ones come last. After own decisions the list stays as it is.
    others: usePaced(() => {
      if (Object.keys(outcomes).length === 0) void client.invalidateQueries({ queryKey: [list] })
    }),
  })

  const { item: _, ...view } = address
  useStartOver(desk, view)

  const isWaiting = (view.onglet ?? 'attente') === 'attente'
  const isDecided = (id: string) => (outcomes[id]?.status ?? 'pending') !== 'pending'
  return {
    opened,
    open,
    /** With what only the item says. Absent until it is loaded. */
    loaded,
    /** The open item as a colleague has decided it while a dialog asks about it. */
    meanwhile,
    /** Sends the decision about the open item, and opens the next one. */
    decide(send: (item: Item) => unknown) {
      stopAsking()
      if (!open) return
      void send(open)
      opened.moveOn(open.id, id => !isWaiting || isDecided(id))
    },
    forList: {
      address,
      listed,
      /** With their outcomes since the list was loaded. */
      rows: loadedRows.map(row => outcomes[row.id] ?? row),
      openId,
      onShow: (id: string) => show(id, { replace: !isNarrow, focus: true }),
      go,
    },
    forItem: {
      whole: loaded,
      missing: whole.error,
      at: place,
      total: listed.data?.meta.total ?? 0,
      onStep: opened.step,
      onBack: () => show(undefined),
      onTeam(change: Partial<Item>) {
        const outcome = open && outcomes[open.id]
        if (outcome) desk.mark(outcome.id, { ...outcome, ...change })
      },
    },
  }
}
