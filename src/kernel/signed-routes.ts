import type { FastifyInstance, FastifyRequest } from 'fastify'
import { admit, type Visitor } from './access.ts'
import { Problem } from './errors.ts'
import { type Limit, takeOne } from './limits.ts'
import type { Handler, Services } from './mount.ts'
import type { Row, SignedBy } from './route.ts'
import { clientAddress, unavailable } from './server.ts'
import { mayBeSigned, verifySignature } from './signed.ts'

/** Routes of another service: it signs what it sends, byte by byte, so the body is read before anybody is believed. */

/** Only wrong ones count: who signs rightly is never refused for asking often. */
const WRONG_SIGNATURES: Limit = { name: 'wrong_signature', most: 60, seconds: 60, by: 'address' }
/** Strangers may make us hold so many bodies, and no more. */
const MOST_BODIES = 20

export function mountSigned(
  server: FastifyInstance,
  row: Row,
  by: SignedBy,
  services: Services,
  handle: Handler,
): void {
  const door = signedDoor(by, services)
  // A context of its own: there a body of any type stays the bytes that were sent.
  server.register(async context => {
    context.removeAllContentTypeParsers()
    context.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
    context.route({
      method: row.method,
      url: row.path,
      bodyLimit: by.bodyLimit,
      onRequest: async (request, reply) => {
        request.visitor = await admit(row.access, request, services.keepers)
        await door.enter(request)
        // Also when they hang up half-way: the framework's own hook is silent then.
        reply.raw.once('close', door.leave)
      },
      handler: async (request, reply) =>
        handle(request, reply, request.visitor as Visitor, await door.bodyOf(request)),
    })
  })
}

interface SignedDoor {
  /** Before the body. */
  enter(request: FastifyRequest): Promise<void>
  /** The very bytes, once their signature is known to be good. */
  bodyOf(request: FastifyRequest): Promise<Buffer>
  leave(): void
}

function signedDoor(by: SignedBy, { config, db, addresses }: Services): SignedDoor {
  const secrets = by.secrets(config)
  let bodies = 0
  const headerOf = (request: FastifyRequest) => request.headers[by.header.toLowerCase()] as string | undefined
  const refuse = async (request: FastifyRequest): Promise<never> => {
    if (config.rateLimitScale > 0) {
      const subject = await addresses.hash(clientAddress(request), new Date())
      await takeOne(db.pool, WRONG_SIGNATURES, subject, config.rateLimitScale)
    }
    throw new Problem('invalid_webhook_signature')
  }
  return {
    async enter(request) {
      if (!mayBeSigned(headerOf(request), secrets, new Date())) await refuse(request)
      if (bodies >= MOST_BODIES) throw unavailable()
      bodies++
    },
    async bodyOf(request) {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!verifySignature(headerOf(request), body, secrets, new Date())) await refuse(request)
      return body
    },
    leave() {
      bodies--
    },
  }
}
