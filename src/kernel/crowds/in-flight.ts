import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { Shares } from './shares.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `probe`: has places of its own. `none`: takes no place here, for its sender is not known yet (webhooks). */
    places?: 'probe' | 'none'
  }
}

interface Most {
  readonly inAll: number
  readonly ofOneHousehold: number
}
/** More than the database can answer in a second or two: a quick refusal is better then. */
const REQUESTS: Most = { inAll: 1_000, ofOneHousehold: 100 }
/** Probes must be answered when no other place is left. */
const PROBES: Most = { inAll: 200, ofOneHousehold: 20 }
/** Answers stay in memory until their clients have read them: so much for all of them. */
const MOST_UNREAD_BYTES = 256 * 1024 * 1024

/**
 * A place is held while the service works on a request, also when the client has closed the connection meanwhile. It is
 * not held while the body is on its way or the answer waits to be read: the client decides how long that takes.
 */
export function placesInFlight() {
  const requests = new Shares<FastifyRequest>()
  const probes = new Shares<FastifyRequest>()
  const unread = new Shares<ServerResponse>()

  return {
    count: () => requests.total,
    take(request: FastifyRequest): void {
      const kind = request.routeOptions.config?.places
      if (kind === 'none') return
      const [held, most] = kind === 'probe' ? [probes, PROBES] : [requests, REQUESTS]
      if (held.of(request.household) >= most.ofOneHousehold) throw ownShareTaken()
      if (held.total >= most.inAll) throw unavailable()
      held.add(request.household, request)
    },
    leave(request: FastifyRequest): void {
      requests.remove(request.household, request)
      probes.remove(request.household, request)
    },
    /** Counts the answer until the client has read it, or is gone. */
    answered(request: FastifyRequest, { raw }: FastifyReply, payload: unknown): void {
      if (raw.closed || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return
      const { household } = request
      unread.add(household, raw, payload.length)
      raw.once('close', () => unread.remove(household, raw))
      while (unread.total > MOST_UNREAD_BYTES) {
        const most = unread.heaviest() ?? household
        const [oldest = raw] = unread.items(most)
        unread.remove(most, oldest)
        ;(oldest.socket ?? oldest.req.socket).destroy()
      }
    },
  }
}

export const unavailable = (cause?: unknown) => new Problem('unavailable', { cause })

/** 429: the household has used its share, while others are served. */
export const ownShareTaken = () => new Problem('rate_limited', { headers: { 'retry-after': '1' } })
