import type { OwnPublication } from '../api/contract.ts'

/** What was just done, told on the screen that one comes to. */
let done: OwnPublication | undefined

export const sayOnce = (publication: OwnPublication): void => {
  done = publication
}

export function takeSaid(): OwnPublication | undefined {
  const said = done
  done = undefined
  return said
}
