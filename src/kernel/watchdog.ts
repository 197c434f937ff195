import type { FastifyInstance } from 'fastify'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/**
 * Everybody waits while one piece of work holds the event loop. This notices afterwards, counts it, and says what was
 * under way: the method, the route and the id of requests, the names of jobs, and nothing of what they carry.
 */
export interface Watchdog {
  /** Until the answer is called, this counts as under way. */
  begin(what: UnderWay): () => void
  /** Its requests count. Before any route is added. */
  watch(server: FastifyInstance): void
  stop(): void
}

type UnderWay =
  | { readonly method: string; readonly route: string; readonly request_id: string }
  | { readonly job: string; readonly job_id: string }

const TICK_MS = 50
const HELD_MS = 200
const MOST_NAMED = 5
/** One line in so long for each route and job: what holds the loop once does so again and again. */
const SILENCE_MS = 10_000

const nameOf = (what: UnderWay | undefined) =>
  what === undefined ? '' : 'job' in what ? what.job : `${what.method} ${what.route}`

export function watchEventLoop(log: Log, metrics: Metrics, silenceMs = SILENCE_MS): Watchdog {
  const underWay = new Map<UnderWay, number>()
  /** Ended since the last tick: mostly the very one that held the others. */
  let ended: { what: UnderWay; since: number }[] = []
  let before = performance.now()
  let cpuBefore = process.threadCpuUsage()
  const count = metrics.total(
    'parvis_event_loop_held_total',
    'Times the event loop was held for more than 200 ms',
  )
  let longest = 0
  const told = new Map<string, number>()

  function look(): void {
    const now = performance.now()
    const late = now - before - TICK_MS
    if (late > HELD_MS) {
      const { user, system } = process.threadCpuUsage(cpuBefore)
      notice(late, (user + system) / 1000, now)
    }
    before = now
    cpuBefore = process.threadCpuUsage()
    ended = []
  }

  function notice(ms: number, cpuMs: number, now: number): void {
    // A machine that gave us no time is not held by what we do.
    if (cpuMs < HELD_MS) return
    count()
    longest = Math.max(longest, ms)
    const all = [...[...underWay].map(([what, since]) => ({ what, since })), ...ended]
    // What began last is most likely to be at work.
    const named = all.sort((a, b) => b.since - a.since).slice(0, MOST_NAMED)
    const first = nameOf(named[0]?.what)
    if (now - (told.get(first) ?? Number.NEGATIVE_INFINITY) < silenceMs) return
    told.set(first, now)
    log.warn(
      {
        held_ms: Math.round(ms),
        under_way: named.map(({ what, since }) => ({ ...what, for_ms: Math.round(now - since) })),
        ...(all.length > named.length && { more: all.length - named.length }),
      },
      'the event loop was held: everybody waited',
    )
  }

  const timer = setInterval(look, TICK_MS).unref()
  metrics.gauge(
    'parvis_event_loop_held_longest_seconds',
    'The longest of them since somebody last looked',
    () => {
      const seconds = longest / 1000
      longest = 0
      return seconds
    },
  )

  function begin(what: UnderWay): () => void {
    const since = performance.now()
    underWay.set(what, since)
    return () => {
      if (underWay.delete(what)) ended.push({ what, since })
    }
  }

  return {
    begin,
    watch(server) {
      server.addHook('onRequest', (request, reply, done) => {
        const { id, method, routeOptions } = request
        // Also when somebody hangs up: the framework's own hook is silent then.
        reply.raw.once('close', begin({ method, route: routeOptions.url ?? 'none', request_id: id }))
        done()
      })
    },
    stop: () => clearInterval(timer),
  }
}
