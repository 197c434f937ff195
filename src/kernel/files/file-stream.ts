import { constants, type ReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** Opens a regular file only: reading a named pipe would wait forever. Undefined if there is no such file. */
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

function missing(error: NodeJS.ErrnoException): undefined {
  if (!/^(ENOENT|ENOTDIR|EISDIR|ENXIO|ELOOP)$/.test(error.code ?? '')) throw error
}
