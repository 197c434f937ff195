import { useState } from 'react'
import { between } from './rules.ts'

/** The selected rows: some of the page, or all that the filter finds (`whole`). */
export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly whole: boolean
  /** `range`: selects everything between the last one and this one. */
  choose(id: string, on: boolean, range: boolean): void
  choosePage(on: boolean): void
  chooseWhole(): void
  clear(): void
}

const NONE: ReadonlySet<string> = new Set()

export function useSelection(page: readonly string[]): Selection {
  const [ids, setIds] = useState(NONE)
  const [whole, setWhole] = useState(false)
  const [last, setLast] = useState<string>()
  const become = (next: ReadonlySet<string>) => {
    setIds(next)
    setWhole(false)
  }
  return {
    ids,
    whole,
    choose(id, on, range) {
      const touched = range ? between(page, last, id) : [id]
      become(new Set(on ? [...ids, ...touched] : [...ids].filter(one => !touched.includes(one))))
      setLast(id)
    },
    choosePage: on => become(on ? new Set(page) : NONE),
    chooseWhole() {
      setIds(new Set(page))
      setWhole(true)
    },
    clear: () => become(NONE),
  }
}
