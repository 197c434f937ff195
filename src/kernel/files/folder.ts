import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents. Node's `recursive` never ends where the system answers ENOENT although the parent exists
 * (/proc, automounter directories); this tries each folder at most twice.
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
