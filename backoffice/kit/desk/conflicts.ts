import { useState } from 'react'

/** A version conflict with the two ways out of it. */
export type Conflict<C> = C & {
  /** The React key: each conflict has a dialog of its own. */
  readonly turn: number
  choose(overwrite: boolean): void
}

let turns = 0

/** Asks about one version conflict at a time: requests go on being sent, so a second may be refused while a dialog is open. */
export function useConflicts<C extends object>() {
  const [open, setOpen] = useState<readonly Conflict<C>[]>([])
  const confirmOverwrite = (about: C) =>
    new Promise<boolean>(answer => {
      const asked: Conflict<C> = {
        ...about,
        turn: ++turns,
        choose(overwrite) {
          setOpen(all => all.filter(other => other !== asked))
          answer(overwrite)
        },
      }
      setOpen(all => [...all, asked])
    })
  return { conflict: open[0], confirmOverwrite }
}
