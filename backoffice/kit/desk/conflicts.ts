import { useState } from 'react'

/** What somebody else was quicker about, and which of the two is to stand. */
export type Conflict<C> = C & {
  /** Each is a question of its own. */
  readonly turn: number
  choose(insists: boolean): void
}

let turns = 0

/** Decisions are sent beside the work, so a second one may be refused while the first is asked about: one after the other. */
export function useConflicts<C extends object>() {
  const [open, setOpen] = useState<readonly Conflict<C>[]>([])
  const insistsOn = (about: C) =>
    new Promise<boolean>(answer => {
      const one: Conflict<C> = {
        ...about,
        turn: ++turns,
        choose(insists) {
          setOpen(all => all.filter(other => other !== one))
          answer(insists)
        },
      }
      setOpen(all => [...all, one])
    })
  return { conflict: open[0], insistsOn }
}
