import { useEffect, useRef, useState } from 'react'
import { useChanged } from './news.ts'

/** A hundred screens may show the item that changed. */
const SOON_MS = 200

interface Row {
  readonly id: string
}

interface Shown<Item extends Row> {
  readonly kind: 'publication' | 'claim' | 'appeal'
  /** The items on the screen. */
  readonly ids: readonly string[]
  readonly openId: string | undefined
  /** A dialog about the open item is shown. */
  readonly isAsking: boolean
  /** The item as the screen shows it. Absent: it is none of the screen, or the moderator’s own decision is under way. */
  shown(id: string): Item | undefined
  read(id: string): Promise<Item>
  /** Several of the screen by one request: those that it does not answer are read alone. */
  readList(ids: readonly string[]): Promise<readonly Item[]>
  /** Whether a colleague has decided it since. */
  isDecided(before: Item, now: Item): boolean
  show(now: Item, isDecided: boolean): void
  /** Called when items other than the open one changed, or are new. */
  others?(): void
}

/**
 * Shows what colleagues do with the items of a desk. Returns the open item as it was decided while a dialog about it is
 * shown: the dialog says so, and keeps the version that was read, so that the decision is not overwritten unasked.
 */
export function useDeskNews<Item extends Row>(desk: Shown<Item>): Item | undefined {
  const latest = useRef(desk)
  latest.current = desk
  const [meanwhile, setMeanwhile] = useState<Item>()
  const look = async (ids: readonly string[]) => {
    await new Promise(resolve => setTimeout(resolve, Math.random() * SOON_MS))
    const { read, readList } = latest.current
    const listed = ids.length > 1 ? await readList(ids).catch(() => []) : []
    for (const id of ids) {
      const found = listed.find(one => one.id === id)
      if (found) compare(found)
      else void read(id).then(compare, () => {})
    }
  }
  const compare = (now: Item) => {
    const { id } = now
    const { shown, isDecided, isAsking, openId, show } = latest.current
    const before = shown(id)
    if (!before) return
    const decided = isDecided(before, now)
    if (decided && isAsking && id === openId) setMeanwhile(now)
    else show(now, decided)
  }
  useChanged(desk.kind, desk.ids, ids => void look(ids), desk.others)
  const { isAsking } = desk
  useEffect(() => {
    if (isAsking || !meanwhile) return
    const { shown, show } = latest.current
    if (shown(meanwhile.id)) show(meanwhile, true)
    setMeanwhile(undefined)
  }, [isAsking, meanwhile])
  return isAsking && meanwhile?.id === desk.openId ? meanwhile : undefined
}
