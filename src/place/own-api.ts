import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../kernel/refusals/errors.ts'
import { APP } from './app.ts'

/**
 * What pages send goes to the API’s own route, in this process: the same checks, limits and records as for any app.
 */
export async function postToApi(
  server: FastifyInstance,
  { headers, socket }: FastifyRequest,
  route: string,
  payload: string,
) {
  const forwarded = headers['x-forwarded-for']
  return await server.inject({
    method: 'POST',
    url: `/api/v1${route}`,
    remoteAddress: socket.remoteAddress ?? '127.0.0.1',
    headers: {
      'content-type': 'application/json',
      'x-app-source': APP,
      'accept-language': 'fr',
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    },
    payload,
  })
}

/** `Retry-After`, where the API says so. */
export const retryAfter = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  headers['retry-after'] ? { 'retry-after': String(headers['retry-after']) } : {}

/** Browsers say from which site a request was sent. */
export function refuseOtherOrigins({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin, host } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  const own = URL.canParse(origin) ? new URL(origin).host : ''
  if (own !== host?.toLowerCase()) throw new Problem('origin_forbidden')
}
