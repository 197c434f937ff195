import type { FastifyInstance } from 'fastify'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** Detects a blocked event loop, counts it, and logs the requests (method, route, id) and jobs (name) in progress. */
export interface Watchdog {
  /** Registers work in progress until the returned function is called. */
  begin(what: UnderWay): () => void
  /** Registers the server's requests. Call it before any route is added. */
  watch(server: FastifyInstance): void
  stop(): void
}

type UnderWay =
  | { readonly method: string; readonly route: string; readonly request_id: string }
  | { readonly job: string; readonly job_id: string }

const TICK_MS = 50
const HELD_MS = 200
const DELAY_BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2]
const MOST_NAMED = 5
/** At most one log line in this time per route or job. */
const SILENCE_MS = 10_000

const nameOf = (what: UnderWay | undefined) =>
  what === undefined ? '' : 'job' in what ? what.job : `${what.method} ${what.route}`

export function watchEventLoop(log: Log, metrics: Metrics, silenceMs = SILENCE_MS): Watchdog {
  const underWay = new Map<UnderWay, number>()
  /** Work that ended since the last tick: usually what blocked the loop. */
  let ended: { what: UnderWay; since: number }[] = []
  let before = performance.now()
  let cpuBefore = process.threadCpuUsage()
  const count = metrics.total(
    'parvis_event_loop_held_total',
    'Times the event loop was blocked for more than 200 ms',
  )
  const delayed = metrics.duration(
    'parvis_event_loop_delay_seconds',
    'How late a timer of 50 ms fires: all requests wait this long',
    DELAY_BOUNDS,
  )
  const lastTold = new Map<string, number>()
  /** No request waits for a service that prepares its start: the start reports its progress. */
  let hasBegun = false

  function look(): void {
    const now = performance.now()
    const late = now - before - TICK_MS
    delayed(Math.max(0, late) / 1_000)
    if (late > HELD_MS) {
      const { user, system } = process.threadCpuUsage(cpuBefore)
      notice(late, (user + system) / 1000, now)
    }
    before = now
    cpuBefore = process.threadCpuUsage()
    ended = []
  }

  function notice(ms: number, cpuMs: number, now: number): void {
    // If the machine gave this process no CPU time, its own work is not the reason.
    if (!hasBegun || cpuMs < HELD_MS) return
    count()
    const all = [...[...underWay].map(([what, since]) => ({ what, since })), ...ended]
    // The latest work most likely blocked the loop.
    const named = all.sort((a, b) => b.since - a.since).slice(0, MOST_NAMED)
    const first = nameOf(named[0]?.what)
    if (now - (lastTold.get(first) ?? Number.NEGATIVE_INFINITY) < silenceMs) return
    lastTold.set(first, now)
    log.warn(
      {
        held_ms: Math.round(ms),
        under_way: named.map(({ what, since }) => ({ ...what, for_ms: Math.round(now - since) })),
        ...(all.length > named.length && { more: all.length - named.length }),
      },
      'the event loop was blocked: all requests waited',
    )
  }

  const timer = setInterval(look, TICK_MS).unref()

  function begin(what: UnderWay): () => void {
    hasBegun = true
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
        // Not Fastify's onResponse hook, which does not fire when the client disconnects.
        reply.raw.once('close', begin({ method, route: routeOptions.url ?? 'none', request_id: id }))
        done()
      })
    },
    stop: () => clearInterval(timer),
  }
}
