import { constants } from 'node:fs'
import { copyFile, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileStream } from '../kernel/files/file-stream.ts'
import { madeFolder } from '../kernel/files/folder.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { KEY, NAME, refuseOddName } from './keys.ts'
import type { MediaStore, StoredKey, Strange } from './store.ts'

/** Files in a folder: `ab/abcdef…/960.webp`, so that no folder holds more than a few thousand. */
export function folderStore(folder: string): MediaStore {
  const ofKey = (key: string) => {
    refuseOddName(key)
    return join(folder, key.slice(0, 2), key)
  }
  const path = (key: string, name: string) => {
    refuseOddName(key, name)
    return join(ofKey(key), name)
  }

  return {
    place: folder,

    async put(key, name, content) {
      const target = path(key, name)
      if (await there(target)) return
      await madeFolder(dirname(target), 0o750)
      const part = `${target}.${crypto.randomUUID()}${PART}`
      try {
        if (Buffer.isBuffer(content)) await writeFile(part, content, { flush: true, flag: 'wx' })
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
      return await fileStream(path(key, name), range ? { start: range.first, end: range.last } : {})
    },

    async remove(key) {
      await rm(ofKey(key), { recursive: true, force: true })
    },

    async *names(key, strange) {
      yield* ownNames(await namesIn(ofKey(key)), strange)
    },

    async *keys(strange) {
      for (const shelf of (await namesIn(folder)).filter(name => /^[0-9a-f]{2}$/.test(name)))
        for (const key of await namesIn(join(folder, shelf)))
          if (KEY.test(key) && key.startsWith(shelf)) yield await stored(key, ofKey(key), strange)
          else strange?.()
    },
  }
}

/** Answers 503 to clients when the folder has a passing failure, like a bucket does; the log has the cause. */
export function mediaFolder(folder: string): MediaStore {
  const store = folderStore(folder)
  return {
    ...store,
    put: (...given) => store.put(...given).catch(orUnavailable),
    size: (...given) => store.size(...given).catch(orUnavailable),
    read: (...given) => store.read(...given).catch(orUnavailable),
  }
}

/** Temporary failures, such as a full disk or an unmounted share. */
const PASSING = /^(ENOSPC|EDQUOT|EIO|EROFS|ESTALE|EMFILE|ENFILE|ETIMEDOUT|EHOSTDOWN)$/

function orUnavailable(error: NodeJS.ErrnoException): never {
  throw PASSING.test(error.code ?? '') ? new Problem('unavailable', { cause: error }) : error
}

/** Suffix of unfinished files; no URL leads to them. */
const PART = '.part'

const missing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
const there = (path: string) => stat(path).catch(missing)
const namesIn = async (path: string): Promise<string[]> => (await readdir(path).catch(missing)) ?? []

/** Leaves out unfinished files. */
const ownNames = (names: readonly string[], strange?: Strange) =>
  names.filter(name => {
    if (NAME.test(name)) return true
    if (!name.endsWith(PART)) strange?.()
    return false
  })

/** Flushes the copy before it is renamed. */
async function copied(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL)
  const file = await open(to, 'r+')
  await file.sync().finally(() => file.close())
}

/** Age at which an unfinished file is left over from a killed process. */
const LONGEST_MS = 24 * 3_600_000

/** Also removes unfinished files of killed processes. */
async function stored(key: string, path: string, strange?: Strange): Promise<StoredKey> {
  const names = await namesIn(path)
  for (const name of names.filter(one => one.endsWith(PART))) {
    const part = await there(join(path, name))
    if (part && Date.now() - part.mtimeMs > LONGEST_MS) await rm(join(path, name), { force: true })
  }
  const files = await Promise.all(ownNames(names, strange).map(name => there(join(path, name))))
  const own = await there(path)
  return {
    key,
    bytes: files.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    changed: new Date(Math.max(own?.mtimeMs ?? 0, ...files.map(file => file?.mtimeMs ?? 0))),
  }
}
