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
  /** Whether a colleague has decided it since. */
  isDecided(before: Item, now: Item): boolean
  show(now: Item, isDecided: boolean): void
  /** Others changed, or are new. */
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
  const look = async (id: string) => {
    await new Promise(resolve => setTimeout(resolve, Math.random() * SOON_MS))
    const now = await latest.current.read(id).catch(() => undefined)
    const { shown, isDecided, isAsking, openId, show } = latest.current
    const before = shown(id)
    if (!now || !before) return
    const decided = isDecided(before, now)
    if (decided && isAsking && id === openId) setMeanwhile(now)
    else show(now, decided)
  }
  useChanged(desk.kind, desk.ids, id => void look(id), desk.others)
  const { isAsking } = desk
  useEffect(() => {
    if (isAsking || !meanwhile) return
    const { shown, show } = latest.current
    if (shown(meanwhile.id)) show(meanwhile, true)
    setMeanwhile(undefined)
  }, [isAsking, meanwhile])
  return isAsking && meanwhile?.id === desk.openId ? meanwhile : undefined
}
