import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { withoutBlanks } from '../address.ts'
import { inField, isDialogOpen } from '../keys.ts'
import { useIsCurrentScreen } from './current-screen.ts'
import { neighbour, nextUndecided } from './neighbour.ts'
import { useNoPageBeyond } from './pager.tsx'

export const ITEM_TITLE = 'item-title'

/** On a narrow screen the open item takes the place of the list. */
export const isNarrow = (): boolean => matchMedia('(max-width: 720px)').matches

interface DeskAddress {
  readonly item?: string | undefined
  readonly page?: number | undefined
}

/** The open item of a desk and the way to the others. The address names it (`?item=`). */
export function useOpenItem<Row extends { readonly id: string }, Address extends DeskAddress>({
  path,
  address,
  navigate,
  rows,
  listed,
  turnsPages = false,
}: {
  readonly path: string
  readonly address: Address
  readonly navigate: (to: { search: (before: Address) => Address; replace: boolean }) => unknown
  readonly rows: readonly Row[]
  /** The query of the list. */
  readonly listed: {
    readonly data?: { readonly meta: { readonly per_page: number; readonly next: string | null } } | undefined
    readonly isPlaceholderData: boolean
  }
  /** Stepping goes on with the next page. */
  readonly turnsPages?: boolean
}) {
  const router = useRouter()
  const isCurrent = useIsCurrentScreen(path)
  const go = (change: Partial<Address>, replace = false) => {
    if (isCurrent())
      void navigate({ search: before => withoutBlanks({ ...before, ...change }) as Address, replace })
  }
  const { item, page = 1 } = address
  const toPage = (page: number, replace: boolean, change: DeskAddress = {}) =>
    go({ ...change, page: page > 1 ? page : undefined } as Partial<Address>, replace)
  const meta = listed.isPlaceholderData ? undefined : listed.data?.meta
  useNoPageBeyond(page, meta && rows.length, () => toPage(1, true))

  const ids = rows.map(({ id }) => id)
  const narrow = isNarrow()
  // On a wide screen an item is always open: the first, and it stays so when others come before it.
  const first = useRef<{ readonly of: string; readonly id: string }>(undefined)
  const of = JSON.stringify({ ...address, item: undefined })
  const stays = first.current?.of === of && ids.includes(first.current.id) ? first.current.id : ids[0]
  const isFirst = item === undefined && stays !== undefined && !listed.isPlaceholderData
  first.current = isFirst ? { of, id: stays } : undefined
  const openId = item ?? (narrow ? undefined : stays)
  const show = (id: string | undefined, { replace = true, focus = false } = {}) => {
    go({ item: id } as Partial<Address>, replace)
    if (!focus) return
    const before = document.activeElement
    requestAnimationFrame(() => {
      const now = document.activeElement
      // Keeps the focus of a field: the next letters would be shortcuts.
      if (now === before || !inField(now)) document.getElementById(ITEM_TITLE)?.focus()
    })
  }
  const at = openId === undefined ? -1 : ids.indexOf(openId)
  const latest = useRef(openId)
  latest.current = openId
  const named = useRef(item)
  named.current = item
  return {
    go,
    ids,
    /** Whether the address names the open item. */
    isNamed: item !== undefined,
    /** Whether this item is open now; `openId` is the one at the last render. */
    isOpenNow: (id: string | undefined) => latest.current === id,
    /** Whether the address already names another item: the router shows it a moment later. */
    isOpening: () => isCurrent() && (router.latestLocation.search as DeskAddress).item !== named.current,
    isNarrow: narrow,
    openId,
    /** The open row; absent where the address names an item of another page. */
    inList: rows.find(({ id }) => id === openId),
    /** The place of the open item in the whole list, from 1. Absent where this page does not have it. */
    place: at < 0 ? undefined : (page - 1) * (listed.data?.meta.per_page ?? 0) + at + 1,
    show,
    /** After a decision: the next undecided item; without any, a narrow screen shows the list. */
    moveOn(from: string, isDecided: (id: string) => boolean) {
      const next = nextUndecided(ids, from, id => id === from || isDecided(id))
      if (next) show(next, { focus: true })
      else if (narrow) show(undefined)
    },
    /** Shows the item that an undo answers, unless another was opened meanwhile, or a field or a dialog is in use. */
    async showUndone(undo: () => Promise<string | undefined>) {
      const undone = await undo()
      const isFree = latest.current === openId && !inField(document.activeElement) && !isDialogOpen()
      if (undone !== undefined && isFree) show(undone, { focus: true })
    },
    step(by: 1 | -1) {
      const next = neighbour(ids, openId, by)
      if (next !== undefined) return show(next, { focus: true })
      const { next: nextPage = null } = listed.data?.meta ?? {}
      if (turnsPages && (by === 1 ? nextPage !== null : page > 1))
        toPage(page + by, false, { item: undefined })
    },
  }
}

/** Closes the dialogs of an item together with it: they would open for the next one. */
export function useOnItemClosed(openId: string | undefined, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  const isClosed = openId === undefined
  useEffect(() => {
    if (isClosed) latest.current()
  }, [isClosed])
}
