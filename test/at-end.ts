import { after } from 'node:test'

/**
 * Cleans up resources shared by the files of a process, such as a browser, after its last file (`together.mjs`), or at
 * the end of the only file.
 */
type End = () => Promise<void>
const ends: End[] = []
let inGroup = false

export function atEnd(end: End): void {
  if (inGroup) ends.push(end)
  else after(end)
}

/** For fixtures whose folders or databases go at the end of the first file that uses them. */
export function needsOwnProcess(fixture: string): void {
  if (inGroup) throw new Error(`${fixture} is used: begin the file with "// A process of its own: …".`)
}

export async function together(run: () => Promise<void>): Promise<void> {
  inGroup = true
  await run()
  for (const end of ends) await end()
}
