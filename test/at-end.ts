import { after } from 'node:test'

/**
 * What files of one process share, as a browser, goes when the last of them has ended: `together.mjs` sees to that. In a
 * process with one file, at its end.
 */
type End = () => Promise<void>
const ends: End[] = []
let inGroup = false

export function atEnd(end: End): void {
  if (inGroup) ends.push(end)
  else after(end)
}

export async function together(run: () => Promise<void>): Promise<void> {
  inGroup = true
  await run()
  for (const end of ends) await end()
}
