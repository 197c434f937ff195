import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../refusals/errors.ts'
import { NetworkShares } from './network-shares.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `probe`: has a limit of its own. `none`: not counted, because the sender is not verified yet (webhooks). */
    inFlight?: 'probe' | 'none'
  }
}

interface Most {
  readonly inAll: number
  readonly perNetwork: number
}
/** More than the database answers in one or two seconds: a quick refusal is better. */
const REQUESTS: Most = { inAll: 1_000, perNetwork: 100 }
/** Health probes are answered even when the limit for requests is reached. */
const PROBES: Most = { inAll: 200, perNetwork: 20 }
/** The share that one wide network may hold, where its multiple would be more than all. */
export const MOST_OF_ALL = 0.5
/** Total size of replies in memory that clients have not read yet. */
const MOST_UNREAD_BYTES = 256 * 1024 * 1024

/**
 * Limits requests in flight, in total and per client network. A request counts while the service works on it, even if the
 * client has disconnected. Receiving the body and sending the reply do not count: the client decides how long they take.
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
      const { clientNetwork } = request
      const isFull =
        held.of(clientNetwork) >= most.perNetwork || held.ofWidest(clientNetwork) >= most.inAll * MOST_OF_ALL
      if (isFull) throw clientLimitReached()
      if (held.total >= most.inAll) throw unavailable()
      held.add(clientNetwork, request)
    },
    leave(request: FastifyRequest): void {
      requests.remove(request.clientNetwork, request)
      probes.remove(request.clientNetwork, request)
    },
    /** Counts the bytes of a reply until the client has read it or disconnected. */
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

/** 429: this client network has reached its limit, while others are served. */
export const clientLimitReached = () => new Problem('rate_limited', { headers: { 'retry-after': '1' } })
