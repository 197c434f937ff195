import { useEffect, useRef } from 'react'
import { inField } from '../keys.ts'

export const ITEM_TITLE = 'item-title'

/** The list and the item take turns. */
export const isNarrow = (): boolean => matchMedia('(max-width: 720px)').matches

/** The one below or above; from nowhere, the first. */
export function neighbour(ids: readonly string[], from: string | undefined, by: 1 | -1): string | undefined {
  const at = from === undefined ? -1 : ids.indexOf(from)
  if (at === -1) return by === 1 ? ids[0] : undefined
  return ids[at + by]
}

/** Which of the rows is open, and the way to the others: the address says it (`?item=`). */
export function opened<Row extends { readonly id: string }>({
  rows,
  item,
  go,
  onPast,
}: {
  readonly rows: readonly Row[]
  /** As the address names it. */
  readonly item: string | undefined
  readonly go: (change: { readonly item: string | undefined }, replace: boolean) => void
  /** There is no other one on this page. */
  readonly onPast?: (by: 1 | -1) => void
}) {
  const ids = rows.map(({ id }) => id)
  const narrow = isNarrow()
  // On a wide screen something is always open.
  const openId = item ?? (narrow ? undefined : ids[0])
  const show = (id: string | undefined, { replace = true, focus = false } = {}) => {
    go({ item: id }, replace)
    if (!focus) return
    const before = document.activeElement
    requestAnimationFrame(() => {
      const now = document.activeElement
      // Somebody who begins to write meanwhile goes on: the next letters would be shortcuts.
      if (now === before || !inField(now)) document.getElementById(ITEM_TITLE)?.focus()
    })
  }
  return {
    ids,
    isNarrow: narrow,
    openId,
    /** As the list has it; one that the address names may stand on another page. */
    inList: rows.find(({ id }) => id === openId),
    show,
    step(by: 1 | -1) {
      const next = neighbour(ids, openId, by)
      if (next === undefined) onPast?.(by)
      else show(next, { focus: true })
    },
  }
}

/** Back in the list, what was asked about an item goes with it: it would be put about the next one. */
export function useBackInTheList(openId: string | undefined, leave: () => void): void {
  const left = useRef(leave)
  left.current = leave
  const isNothingOpen = openId === undefined
  useEffect(() => {
    if (isNothingOpen) left.current()
  }, [isNothingOpen])
}
