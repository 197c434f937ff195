import { useState } from 'react'
import { between, type Publication } from './rules.ts'

/** The selected publications, also of other pages, or all that the filter finds (`whole`). */
export interface Selection {
  readonly size: number
  readonly publications: readonly Publication[]
  readonly whole: boolean
  /** Whether all rows of the shown page are selected. */
  readonly isPage: boolean
  has(id: string): boolean
  /** `range`: selects everything between the last one and this one. */
  choose(id: string, on: boolean, range: boolean): void
  choosePage(on: boolean): void
  chooseWhole(): void
  clear(): void
  /** A selected publication changed: what the team shares about it. */
  update(id: string, change: Partial<Publication>): void
}

const NONE: ReadonlyMap<string, Publication> = new Map()

export function useSelection(page: readonly Publication[]): Selection {
  const [chosen, setChosen] = useState(NONE)
  const [whole, setWhole] = useState(false)
  const [last, setLast] = useState<string>()
  const become = (next: Iterable<readonly [string, Publication]>) => {
    setChosen(new Map(next))
    setWhole(false)
  }
  const has = (id: string) => whole || chosen.has(id)
  const change = (ids: readonly string[], on: boolean) => {
    // Only the rows of this page are loaded, even if all results of the filter are selected.
    const before = whole ? page.map(row => [row.id, row] as const) : [...chosen]
    const added = on ? page.filter(({ id }) => ids.includes(id)).map(row => [row.id, row] as const) : []
    become([...before.filter(([id]) => !ids.includes(id)), ...added])
  }
  const ids = page.map(({ id }) => id)
  return {
    size: chosen.size,
    publications: [...chosen.values()],
    whole,
    isPage: page.length > 0 && ids.every(has),
    has,
    choose(id, on, range) {
      change(range ? between(ids, last, id) : [id], on)
      setLast(id)
    },
    choosePage: on => change(ids, on),
    chooseWhole() {
      setChosen(new Map(page.map(row => [row.id, row])))
      setWhole(true)
    },
    clear: () => become(NONE),
    update: (id, change) =>
      setChosen(before => {
        const row = before.get(id)
        return row ? new Map([...before, [id, { ...row, ...change }]]) : before
      }),
  }
}
