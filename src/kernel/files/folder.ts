import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A folder with those above it, each made by itself. Node's own `recursive` takes ENOENT for a missing folder above and begins
 * again: where the system says so of a place that takes no folders (/proc, a directory of the automounter), it never ends. Here
 * each is tried twice at most: another process may make the one above between two looks.
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode)
  } catch (error) {
    if (isFolder(path)) return
    if (!isMissing(error)) throw error
    const above = dirname(path)
    if (!isFolder(above)) makeFolder(above, mode)
    try {
      mkdirSync(path, mode)
    } catch (again) {
      if (!isFolder(path)) throw again
    }
  }
}

export async function madeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, mode)
  } catch (error) {
    if (await isFolderNow(path)) return
    if (!isMissing(error)) throw error
    const above = dirname(path)
    if (!(await isFolderNow(above))) await madeFolder(above, mode)
    await mkdir(path, mode).catch(async again => {
      if (!(await isFolderNow(path))) throw again
    })
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const isFolderNow = async (path: string) => (await stat(path).catch(() => undefined))?.isDirectory() === true
