import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { NetworkShares } from './network-shares.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `probe`: has places of its own. `none`: takes no place here, for its sender is not known yet (webhooks). */
    inFlight?: 'probe' | 'none'
  }
}

interface Most {
  readonly inAll: number
  readonly perNetwork: number
}
/** More than the database can answer in a second or two: a quick refusal is better then. */
const REQUESTS: Most = { inAll: 1_000, perNetwork: 100 }
/** Probes must be answered when no other place is left. */
const PROBES: Most = { inAll: 200, perNetwork: 20 }
/** Answers stay in memory until their clients have read them: so much for all of them. */
const MOST_UNREAD_BYTES = 256 * 1024 * 1024

/**
 * A place is held while the service works on a request, also when the client has closed the connection meanwhile. It is
 * not held while the body is on its way or the answer waits to be read: the client decides how long that takes.
 */
export function inFlightLimit() {
  const requests = new NetworkShares<FastifyRequest>()
  const probes = new NetworkShares<FastifyRequest>()
  const unread = new NetworkShares<ServerResponse>()

  return {
    count: () => requests.total,
    take(request: FastifyRequest): void {
      const kind = request.routeOptions.config?.inFlight
      if (kind === 'none') return
      const [held, most] = kind === 'probe' ? [probes, PROBES] : [requests, REQUESTS]
      if (held.of(request.clientNetwork) >= most.perNetwork) throw clientLimitReached()
      if (held.total >= most.inAll) throw unavailable()
      held.add(request.clientNetwork, request)
    },
    leave(request: FastifyRequest): void {
      requests.remove(request.clientNetwork, request)
      probes.remove(request.clientNetwork, request)
    },
    /** Counts the answer until the client has read it, or is gone. */
    answered(request: FastifyRequest, { raw }: FastifyReply, payload: unknown): void {
      if (raw.closed || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return
      const { clientNetwork } = request
      unread.add(clientNetwork, raw, payload.length)
      raw.once('close', () => unread.remove(clientNetwork, raw))
      while (unread.total > MOST_UNREAD_BYTES) {
        const most = unread.heaviest() ?? clientNetwork
        const [oldest = raw] = unread.items(most)
        unread.remove(most, oldest)
        ;(oldest.socket ?? oldest.req.socket).destroy()
      }
    },
  }
}

export const unavailable = (cause?: unknown) => new Problem('unavailable', { cause })

/** 429: the client network has used its share, while others are served. */
export const clientLimitReached = () => new Problem('rate_limited', { headers: { 'retry-after': '1' } })
