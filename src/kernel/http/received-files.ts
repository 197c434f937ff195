import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { clientLimitReached, unavailable } from '../concurrency/in-flight.ts'
import { NetworkShares } from '../concurrency/network-shares.ts'
import { type ErrorCode, Problem } from '../errors.ts'
import { madeFolder } from '../files/folder.ts'
import { endBodyIn } from './body-time.ts'

/** A body that went into a file as it came, and is there until the request has its answer. */
export interface ReceivedFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  /** What its sender calls it (`X-File-Name`), as it was sent. */
  readonly name: string | undefined
  remove(): Promise<void>
}

/** How many are on their way at once: a browser sends six, and behind one address sit several people. */
const MOST_AT_ONCE = 64
const MOST_PER_NETWORK = 12

/**
 * A photograph of ten megabytes takes two minutes on a bad line in the country. From `patienceMs` on it has come at this pace
 * at least: whoever sends a byte now and then holds no place.
 */
const PACE = { longestMs: 180_000, patienceMs: 15_000, leastBytesAMs: 8 }
const LOOK_EVERY_MS = 1_000
/** A refused body is read on for so long, unkept: its sender may be too busy sending to hear the refusal. */
const HEARD_WITHIN_MS = 3_000

export interface Receiving {
  readonly most: number
  readonly tooLarge: ErrorCode
}

/** Bodies as files in this folder, at most `most` bytes each. */
export function receivedFiles(folder: string, { most, tooLarge }: Receiving, pace = PACE) {
  const held = new NetworkShares<object>()

  return async (request: IncomingMessage, clientNetwork: string): Promise<ReceivedFile> => {
    const refuse = (problem: Problem): never => {
      endBodyIn(request, HEARD_WITHIN_MS)
      throw problem
    }
    if (Number(request.headers['content-length'] ?? 0) > most) refuse(new Problem(tooLarge))
    if (held.of(clientNetwork) >= MOST_PER_NETWORK) refuse(clientLimitReached())
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
    /** The connection stays: the refusal goes out on it. */
    const fail = (error: Error) => {
      letGo()
      request.pause()
      file.on('error', () => {})
      file.destroy()
      // Not before it is closed: it is removed then.
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
    // Full, or nobody's to write to.
    const diskFails = (error: Error) => fail(unavailable(error))
    file.on('error', diskFails)
    request.on('data', take).once('end', finish).once('error', fail).once('close', hungUp)
  })
}

const nameOf = ({ headers }: IncomingMessage): string | undefined =>
  typeof headers['x-file-name'] === 'string' ? headers['x-file-name'] : undefined

/** A file that is older than any request is nobody's, whichever process left it. */
const OLDEST_MS = 3_600_000

/** What a process that was killed has left. */
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

/** In a container each process has the number of the one before: its own are left by that one. */
function isAnothersAtWork(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
