import { setTimeout as wait } from 'node:timers/promises'
import { decodeText } from '../../../../kernel/fetch/decode.ts'
import { type Door, FetchRefused, type Whole } from '../../../../kernel/fetch/fetch.ts'
import { ALLOWS_ALL, FORBIDS_ALL, type Robots, robotsOf } from './robots.ts'

/** Asks a site for its pages as its operator wishes: one request at a time, with pauses, and as robots.txt allows. */

type PageDoor = Pick<Door, 'fetch'>
const PROGRAM = 'Parvis'
const ACCEPT = 'text/html, application/xhtml+xml;q=0.9, application/json;q=0.5, */*;q=0.1'
const LONGEST_ROBOTS = 2 * 1024 * 1024
const LONGEST_PAUSE_MS = 5_000

export interface Visit {
  /** Throws `FetchRefused`. */
  fetch(
    url: string,
    validators?: { etag: string | null; lastModified: string | null },
  ): ReturnType<Door['fetch']>
  robots(url: string): Promise<Robots>
}

/** `hurried`: no pause but the one that robots.txt asks for, because somebody waits for the answer. */
export function visitBy(door: PageDoor, hurried: boolean, signal?: AbortSignal): Visit {
  const known = new Map<string, Robots>()
  let free = 0
  /** After each answer the server rests for as long as it worked. */
  const ask: PageDoor['fetch'] = async (url, options) => {
    await wait(Math.max(0, free - performance.now()), undefined, { ...(signal && { signal }) })
    const began = performance.now()
    try {
      return await door.fetch(url, { ...options, ...(signal && { signal }) })
    } finally {
      const ended = performance.now()
      const pause = hurried ? 0 : Math.min(ended - began, LONGEST_PAUSE_MS)
      free = ended + Math.max(pause, known.get(new URL(url).origin)?.delayMs ?? 0)
    }
  }
  return {
    fetch: (url, validators = { etag: null, lastModified: null }) =>
      ask(url, { accept: ACCEPT, ...validators }),
    async robots(url) {
      const { origin } = new URL(url)
      const there = known.get(origin)
      if (there) return there
      const robots = await robotsAt(origin, ask)
      known.set(origin, robots)
      return robots
    },
  }
}

/** RFC 9309: without the file everything is allowed; while it cannot be reached, nothing is. */
async function robotsAt(origin: string, fetch: PageDoor['fetch']): Promise<Robots> {
  try {
    const answer = await fetch(`${origin}/robots.txt`, {
      accept: 'text/plain, */*;q=0.1',
      maxBytes: LONGEST_ROBOTS,
    })
    return answer.status === 'ok' ? robotsOf(answer.bytes.toString('utf8'), PROGRAM) : ALLOWS_ALL
  } catch (error) {
    if (!(error instanceof FetchRefused) || error.code === 'aborted') throw error
    const { status } = error
    const isAbsent = status !== null && status >= 400 && status < 500 && status !== 429
    return isAbsent ? ALLOWS_ALL : FORBIDS_ALL
  }
}

export const textOf = ({ bytes, charset }: Whole): string =>
  decodeText(bytes, charset ? `text/html; charset=${charset}` : null).text
