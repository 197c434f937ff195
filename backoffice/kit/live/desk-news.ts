import { useEffect, useRef, useState } from 'react'
import { useChanged } from './news.ts'

/** A hundred screens may show the item that changed. */
const SOON_MS = 200

/** The reads and own changes of this page, counted together. */
let turns = 0
const ownChanges = new Map<string, number>()

/** Notes an own change that makes no version, such as an assignment: reads that began before it are outdated. */
export function changedHere(id: string): void {
  ownChanges.set(id, ++turns)
}

interface Row {
  readonly id: string
  readonly version: number
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
  /** The latest read of an item that was answered. */
  const answered = useRef(new Map<string, number>())
  const look = async (ids: readonly string[]) => {
    await new Promise(resolve => setTimeout(resolve, Math.random() * SOON_MS))
    const { read, readList } = latest.current
    const turn = ++turns
    const listed = ids.length > 1 ? await readList(ids).catch(() => []) : []
    for (const id of ids) {
      const found = listed.find(one => one.id === id)
      if (found) compare(found, turn)
      else
        void read(id).then(
          now => compare(now, turn),
          () => {},
        )
    }
  }
  const compare = (now: Item, turn: number) => {
    const { id } = now
    const { shown, isDecided, isAsking, openId, show } = latest.current
    const before = shown(id)
    // Answers may come late: an item that was read before a decision, or before a later read, is not shown over it.
    if (!before || now.version < before.version || turn < (answered.current.get(id) ?? 0)) return
    answered.current.set(id, turn)
    if (turn < (ownChanges.get(id) ?? 0)) return void look([id])
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
