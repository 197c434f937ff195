import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A folder with those above it, each made by itself. Node's own `recursive` takes ENOENT for a missing folder above and begins
 * again: where the system says so of a place that takes no folders (/proc, a directory of the automounter), it never ends.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode)
  } catch (error) {
    if (isFolder(path)) return
    const above = dirname(path)
    if (!isMissing(error) || isFolder(above)) throw error
    makeFolder(above, mode)
    makeFolder(path, mode)
  }
}

export async function madeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, mode)
  } catch (error) {
    if ((await stat(path).catch(() => undefined))?.isDirectory()) return
    const above = dirname(path)
    if (!isMissing(error) || (await stat(above).catch(() => undefined))?.isDirectory()) throw error
    await madeFolder(above, mode)
    await madeFolder(path, mode)
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
