import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Refusal } from '../refusals/refusal.ts'
import { type Encoding, markedEncoding } from '../texts/encodings.ts'

/** Text files as public offices send them: the encoding is not stated. */

/**
 * By its byte order mark, else by trying: UTF-8 when every byte is valid UTF-8, though the last character may be cut off;
 * else windows-1252.
 */
export async function encodingOf(file: string): Promise<Encoding> {
  const marked = markedEncoding(await firstBytes(file))
  if (marked && marked !== 'utf-8') return marked
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of bytesOf(file)) decoder.decode(chunk, { stream: true })
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
  return 'utf-8'
}

/** Its text, piece by piece, without a byte order mark. */
export async function* textOf(file: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytesOf(file)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** When it was written: licences ask for the date of what is shown. */
export const dayOfFile = async (file: string): Promise<string> =>
  (await stat(file)).mtime.toISOString().slice(0, 10)

export async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) yield chunk
  } catch (error) {
    throw unreadable(error, file)
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  try {
    const handle = await open(file)
    try {
      return (await handle.read(Buffer.alloc(4), 0, 4, 0)).buffer
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw unreadable(error, file)
  }
}

function unreadable(error: unknown, file: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new Refusal(`There is no file ${file}.`)
  if (/^(EACCES|EPERM|EISDIR|EIO|ENOTDIR|EINVAL)$/.test(code))
    return new Refusal(`${file} cannot be read: ${(error as Error).message}.`)
  return error
}
