import { useEffect, useRef } from 'react'
import { withoutBlanks } from '../address.ts'
import { inField } from '../keys.ts'
import { useIsCurrentScreen } from './current-screen.ts'
import { neighbour } from './neighbour.ts'
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
  loaded,
  hasNextPage,
}: {
  readonly path: string
  readonly address: Address
  readonly navigate: (to: { search: (before: Address) => Address; replace: boolean }) => unknown
  readonly rows: readonly Row[]
  /** How many rows this page has. Absent until it is loaded. */
  readonly loaded: number | undefined
  /** Absent: stepping stops at the ends of the page. */
  readonly hasNextPage?: boolean
}) {
  const isCurrent = useIsCurrentScreen(path)
  const go = (change: Partial<Address>, replace = false) => {
    if (isCurrent()) void navigate({ search: before => withoutBlanks({ ...before, ...change }), replace })
  }
  const { item, page = 1 } = address
  const toPage = (page: number, replace: boolean, change: DeskAddress = {}) =>
    go({ ...change, page: page > 1 ? page : undefined } as Partial<Address>, replace)
  useNoPageBeyond(page, loaded, () => toPage(1, true))

  const ids = rows.map(({ id }) => id)
  const narrow = isNarrow()
  // On a wide screen an item is always open.
  const openId = item ?? (narrow ? undefined : ids[0])
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
  return {
    go,
    ids,
    isNarrow: narrow,
    openId,
    /** The open row; absent where the address names an item of another page. */
    inList: rows.find(({ id }) => id === openId),
    show,
    step(by: 1 | -1) {
      const next = neighbour(ids, openId, by)
      if (next !== undefined) return show(next, { focus: true })
      if (hasNextPage !== undefined && (by === 1 ? hasNextPage : page > 1))
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
