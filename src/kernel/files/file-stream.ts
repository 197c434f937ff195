import { constants, type ReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** A file and nothing else: a named pipe in a shared folder would be waited for without end. Undefined where there is none. */
export async function fileStream(
  path: string,
  options: { readonly start?: number; readonly end?: number; readonly highWaterMark?: number } = {},
): Promise<ReadStream | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(missing)
  if (!file) return undefined
  try {
    if ((await file.stat()).isFile()) return file.createReadStream(options)
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  return undefined
}

/** A folder, too, is no file. */
function missing(error: NodeJS.ErrnoException): undefined {
  if (!/^(ENOENT|ENOTDIR|EISDIR|ENXIO|ELOOP)$/.test(error.code ?? '')) throw error
}
