import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { placeOf } from '../kernel/bucket-settings.ts'
import type { Config } from '../kernel/config.ts'
import { madeFolder } from '../kernel/files/folder.ts'

/** No key has such a name (`keys.ts`): the file is neither served nor swept. */
const FILE = '.place'

/**
 * Where this process keeps pictures and documents, as something that two of them can compare: a bucket by its address, a
 * folder by a file in it, since a volume may be mounted anywhere. Undefined where the folder cannot be written.
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
    // The first of several that start together writes it.
    await writeFile(file, crypto.randomUUID(), { flag: 'wx', mode: 0o640 }).catch(error => {
      if (error.code !== 'EEXIST') throw error
    })
    const mark = (await readFile(file, 'utf8')).trim()
    return /^[0-9a-f-]{36}$/.test(mark) ? `folder ${mark}` : undefined
  } catch {
    return undefined
  }
}
