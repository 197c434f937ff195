import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { clientLimitReached, MOST_OF_ALL, unavailable } from '../concurrency/in-flight.ts'
import { NetworkShares } from '../concurrency/network-shares.ts'
import { madeFolder } from '../files/folder.ts'
import { type ErrorCode, Problem } from '../refusals/errors.ts'
import { endBodyIn } from './body-time.ts'

/** A request body stored in a file until the request is answered. */
export interface ReceivedFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  /** The sender's file name (`X-File-Name`), as sent. */
  readonly name: string | undefined
  remove(): Promise<void>
}

/** Limits of concurrent uploads: a browser sends six, and several people share one address. */
const MOST_AT_ONCE = 64
const MOST_PER_NETWORK = 12

/**
 * A photograph of 10 MB takes two minutes on a slow line. After `patienceMs` a minimum rate applies, so that slow
 * senders hold no place.
 */
const PACE = { longestMs: 180_000, patienceMs: 15_000, leastBytesAMs: 8 }
const LOOK_EVERY_MS = 1_000
/** A refused body is still read and dropped for this time, because some clients read the answer only after sending. */
const HEARD_WITHIN_MS = 3_000

export interface Receiving {
  readonly most: number
  readonly tooLarge: ErrorCode
}

/** Stores bodies as files in this folder, at most `most` bytes each. */
export function receivedFiles(folder: string, { most, tooLarge }: Receiving, pace = PACE) {
  const held = new NetworkShares<object>()

  return async (request: IncomingMessage, clientNetwork: string): Promise<ReceivedFile> => {
    const refuse = (problem: Problem): never => {
      endBodyIn(request, HEARD_WITHIN_MS)
      throw problem
    }
    if (Number(request.headers['content-length'] ?? 0) > most) refuse(new Problem(tooLarge))
    if (
      held.of(clientNetwork) >= MOST_PER_NETWORK ||
      held.ofWidest(clientNetwork) >= MOST_AT_ONCE * MOST_OF_ALL
    )
      refuse(clientLimitReached())
    if (held.total >= MOST_AT_ONCE) refuse(unavailable())
    const place = {}
    held.add(clientNetwork, place)
    try {
      await madeFolder(folder, 0o700).catch(error => refuse(unavailable(error)))
      const path = join(folder, `${process.pid}-${crypto.randomUUID()}`)
      const remove = () => rm(path, { force: true })
      endBodyIn(request, pace.longestMs)
      try {
        const received = await intoFile(request, path, { most, tooLarge }, pace)
        return { path, ...received, name: nameOf(request), remove }
      } catch (error) {
        endBodyIn(request, HEARD_WITHIN_MS)
        await remove()
        throw error
      }
    } finally {
      held.remove(clientNetwork, place)
    }
  }
}

function intoFile(
  request: IncomingMessage,
  path: string,
  { most, tooLarge }: Receiving,
  { patienceMs, leastBytesAMs }: typeof PACE,
) {
  return new Promise<{ bytes: number; sha256: string }>((resolve, reject) => {
    const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
    const hash = createHash('sha256')
    const began = performance.now()
    let bytes = 0
    const letGo = () => {
      clearInterval(looking)
      request.off('data', take).off('end', finish).off('error', fail).off('close', hungUp)
      file.off('error', diskFails)
    }
    /** Keeps the connection for sending the refusal. */
    const fail = (error: Error) => {
      letGo()
      request.pause()
      file.on('error', () => {})
      file.destroy()
      // Waits for the close, because the caller removes the file next.
      if (file.closed) reject(error)
      else file.once('close', () => reject(error))
    }
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > most) return fail(new Problem(tooLarge))
      hash.update(chunk)
      if (!file.write(chunk)) request.pause()
    }
    const finish = () => {
      letGo()
      file.on('error', error => reject(unavailable(error)))
      file.end(() => resolve({ bytes, sha256: hash.digest('hex') }))
    }
    const hungUp = () => request.complete || fail(Object.assign(new Error('hung up'), { code: 'ECONNRESET' }))
    const looking = setInterval(
      () => {
        const over = performance.now() - began - patienceMs
        if (over > 0 && bytes < over * leastBytesAMs) fail(new Problem('request_timeout'))
      },
      Math.min(LOOK_EVERY_MS, patienceMs),
    ).unref()
    file.on('drain', () => request.resume())
    // The disk is full, or the folder is not writable.
    const diskFails = (error: Error) => fail(unavailable(error))
    file.on('error', diskFails)
    request.on('data', take).once('end', finish).once('error', fail).once('close', hungUp)
  })
}

const nameOf = ({ headers }: IncomingMessage): string | undefined =>
  typeof headers['x-file-name'] === 'string' ? headers['x-file-name'] : undefined

/** No request takes that long, so an older file is left over. */
const OLDEST_MS = 3_600_000

/** Removes files of killed processes. */
export async function sweepReceived(folder: string): Promise<number> {
  let swept = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now())
    if (isAnothersAtWork(Number.parseInt(name, 10)) && age < OLDEST_MS) continue
    await rm(path, { force: true })
    swept++
  }
  return swept
}

/** In a container every process has the same id, so files with our own id are left over. */
function isAnothersAtWork(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
