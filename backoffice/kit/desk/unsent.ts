/**
 * Actions of a desk that were not answered yet. The first of them is on its way, and outlives the page (`keepalive`; a text too
 * long for that is a draft until it is answered). Those behind it would be lost with the page: the browser asks before it leaves.
 */

let unanswered = 0
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

export function keepPageFor(action: Promise<unknown>): void {
  unanswered += 1
  if (unanswered === 2) addEventListener('beforeunload', ask)
  const end = () => {
    unanswered -= 1
    if (unanswered === 1) removeEventListener('beforeunload', ask)
  }
  action.then(end, end)
}
