import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Visitor } from './access.ts'
import { Problem } from './errors.ts'
import { type Limit, takeOne } from './limits.ts'
import type { Services } from './mount.ts'
import type { Access, Row } from './route.ts'
import { clientAddress, unavailable } from './server.ts'
import { readSignature, verifySignature } from './signatures.ts'

/** Webhooks: no app, no token. Who sends is known by a signature over the bytes of the body, so these come first. */

type SignedAccess = Extract<Access, { kind: 'signed' }>
type Handler = (request: FastifyRequest, reply: FastifyReply, visitor: Visitor) => Promise<unknown>

/** Strangers may make us hold so much at once, and no more: 20 of the largest mails, 400 events. */
const MOST_BYTES = 200 * 1024 * 1024
/** What is rightly signed is never counted: a sender's repeats must come through. */
const WRONG_SIGNATURES: Limit = { name: 'wrong_signature', most: 60, seconds: 60, by: 'address' }

const SENDER: Visitor = {
  source: { slug: 'webhook', communeIds: null, acteurIds: null },
  caller: undefined,
}

export function mountSigned(
  server: FastifyInstance,
  row: Row,
  access: SignedAccess,
  services: Services,
  handle: Handler,
): void {
  const secrets = access.secrets(services.config)
  const header = access.header.toLowerCase()
  const mostBodies = Math.floor(MOST_BYTES / access.bodyLimit)
  let bodies = 0
  const headerOf = (request: FastifyRequest) => {
    const value = request.headers[header]
    return typeof value === 'string' ? value : undefined
  }
  const refuseSigned = async (request: FastifyRequest): Promise<never> => {
    const { rateLimitScale } = services.config
    if (rateLimitScale > 0) {
      const subject = await services.addresses.hash(clientAddress(request), new Date())
      await takeOne(services.db.pool, WRONG_SIGNATURES, subject, rateLimitScale)
    }
    throw new Problem('invalid_webhook_signature')
  }

  // Encapsulated: everywhere else a body is JSON or refused.
  void server.register(async inside => {
    inside.removeAllContentTypeParsers()
    inside.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    inside.route({
      method: row.method,
      url: row.path,
      bodyLimit: access.bodyLimit,
      onRequest: async (request, reply) => {
        request.visitor = SENDER
        // Without a form that could be right, not even the body is read.
        if (!readSignature(headerOf(request), new Date()) || secrets.length === 0) await refuseSigned(request)
        if (bodies >= mostBodies) throw unavailable()
        bodies++
        // Also when they hang up half-way: the framework's own hook is silent then.
        reply.raw.once('close', () => bodies--)
        // Whatever it is called, it is read as bytes: an odd name must not keep an event out.
        request.raw.headers['content-type'] = 'application/octet-stream'
      },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (!verifySignature(headerOf(request), body, secrets, new Date())) return await refuseSigned(request)
        request.body = body
        return await handle(request, reply, SENDER)
      },
    })
  })
}
