import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unavailable } from '../concurrency/in-flight.ts'
import { readSignature, verifySignature } from '../http/signatures.ts'
import { unprovenBodies } from '../http/unproven-bodies.ts'
import type { Visitor } from '../http/visitor.ts'
import { Problem } from '../refusals/errors.ts'
import { type Limit, subjectsOf, takeOne } from './limits.ts'
import type { SignedRow } from './route.ts'
import type { Handler, Services } from './services.ts'

/**
 * Mounts webhooks, without app and token. The sender is verified by a signature of the body, so the body must be read
 * first.
 */

/** In-flight limit of correctly signed requests, separate from other requests. */
const MOST_AT_ONCE = 1_000
/** Counts wrong signatures only: a valid sender must be able to retry. */
const WRONG_SIGNATURES: Limit = { name: 'wrong_signature', most: 60, seconds: 60, by: 'address' }

const SENDER: Visitor = { source: { slug: 'webhook' }, caller: undefined }

export function mountSigned(
  server: FastifyInstance,
  row: SignedRow,
  services: Services,
  handle: Handler,
): void {
  const { access } = row
  const secrets = access.secrets(services.config)
  const header = access.header.toLowerCase()
  const readBody = unprovenBodies(access.bodyLimit)
  let proven = 0
  const headerOf = (request: FastifyRequest) => {
    const value = request.headers[header]
    return typeof value === 'string' ? value : undefined
  }
  const countWrong = async ({ clientNetwork }: FastifyRequest) => {
    const { rateLimitScale } = services.config
    if (rateLimitScale === 0) return
    const subject = await subjectsOf(services.addresses, clientNetwork)
    await takeOne(services.db.pool, WRONG_SIGNATURES, subject, rateLimitScale)
  }
  const refuseSigned = async (request: FastifyRequest): Promise<never> => {
    await countWrong(request)
    throw new Problem('invalid_webhook_signature')
  }

  // Encapsulated: other routes refuse bodies that are not JSON.
  void server.register(async inside => {
    inside.removeAllContentTypeParsers()
    inside.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readBody(payload, Number(request.headers['content-length'] ?? 0), request.clientNetwork).catch(
        error => {
          // An unfinished body counts as a wrong signature; an error while counting does not change the answer.
          void countWrong(request).catch(() => {})
          throw error
        },
      ),
    )
    inside.route({
      method: row.method,
      url: row.path,
      config: { inFlight: 'none' },
      onRequest: async request => {
        request.visitor = SENDER
        // Refuses a malformed signature header before reading the body.
        if (!readSignature(headerOf(request), new Date()) || secrets.length === 0) await refuseSigned(request)
        // Ignores the content type: an odd header must not lose an event.
        request.raw.headers['content-type'] = 'application/octet-stream'
      },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (!verifySignature(headerOf(request), body, secrets, new Date())) return await refuseSigned(request)
        if (proven >= MOST_AT_ONCE) throw unavailable()
        proven++
        try {
          request.body = body
          return await handle(request, reply, SENDER)
        } finally {
          proven--
        }
      },
    })
  })
}
