import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MediaStore, StoredKey } from './store.ts'

/** Files in a folder: `ab/abcdef…/960.webp`, so that no folder holds more than a few thousand. */
export function folderStore(folder: string): MediaStore {
  const ofKey = (key: string) => join(folder, key.slice(0, 2), key)
  const path = (key: string, name: string) => join(ofKey(key), name)

  return {
    place: folder,

    async put(key, name, content) {
      const target = path(key, name)
      if (await there(target)) return
      await mkdir(dirname(target), { recursive: true, mode: 0o750 })
      const part = `${target}.${crypto.randomUUID()}${PART}`
      try {
        if (Buffer.isBuffer(content)) await writeFile(part, content, { flush: true })
        else await copied(content.file, part)
        await rename(part, target)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },

    async size(key, name) {
      return (await there(path(key, name)))?.size
    },

    async read(key, name, range) {
      const file = await open(path(key, name)).catch(missing)
      return file?.createReadStream(range ? { start: range.first, end: range.last } : {})
    },

    async remove(key) {
      await rm(ofKey(key), { recursive: true, force: true })
    },

    async *names(key) {
      yield* (await namesIn(ofKey(key))).filter(name => !name.endsWith(PART))
    },

    async *keys() {
      for (const shelf of (await namesIn(folder)).filter(name => /^[0-9a-f]{2}$/.test(name)))
        for (const key of await namesIn(join(folder, shelf))) yield await stored(key, ofKey(key))
    },
  }
}

/** Of a file that is being written: no address leads there. */
const PART = '.part'

const missing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
const there = (path: string) => stat(path).catch(missing)
const namesIn = async (path: string): Promise<string[]> => (await readdir(path).catch(missing)) ?? []

/** On the disk before it has its name. */
async function copied(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const file = await open(to, 'r+')
  await file.sync().finally(() => file.close())
}

async function stored(key: string, path: string): Promise<StoredKey> {
  const files = await Promise.all((await namesIn(path)).map(name => there(join(path, name))))
  const own = await there(path)
  return {
    key,
    bytes: files.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    changed: new Date(Math.max(own?.mtimeMs ?? 0, ...files.map(file => file?.mtimeMs ?? 0))),
  }
}
