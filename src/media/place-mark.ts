import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { madeFolder } from '../kernel/files/folder.ts'
import { placeOf } from '../kernel/settings/bucket.ts'
import type { Config } from '../kernel/settings/config.ts'

/** No key has this form (`keys.ts`), so the file is neither served nor swept. */
const FILE = '.place'

/**
 * Identifies this process's store, so that nodes can compare theirs: a bucket by its address, a folder by a file in it,
 * since a volume may be mounted anywhere. Undefined when the folder is not writable.
 */
export async function placeMark({
  dataDir,
  mediaBucket,
}: Pick<Config, 'dataDir' | 'mediaBucket'>): Promise<string | undefined> {
  if (mediaBucket) return `bucket ${hash('sha256', placeOf(mediaBucket), 'base64url')}`
  const folder = join(dataDir, 'media')
  const file = join(folder, FILE)
  try {
    await madeFolder(folder, 0o750)
    // If several nodes start together, the first one writes it.
    await writeFile(file, crypto.randomUUID(), { flag: 'wx', mode: 0o640 }).catch(error => {
      if (error.code !== 'EEXIST') throw error
    })
    const mark = (await readFile(file, 'utf8')).trim()
    return /^[0-9a-f-]{36}$/.test(mark) ? `folder ${mark}` : undefined
  } catch {
    return undefined
  }
}
