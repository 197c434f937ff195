import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Compresses replies that are in memory: brotli or gzip, as the client prefers. */

/** A smaller reply fits into one packet anyway. */
const LEAST_BYTES = 1_024
const TEXT = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml)/
/**
 * Replies to cookies can hold a secret, and another site can make a browser ask for them with a text of its choice: their
 * size must not tell whether the two share letters. Bearer tokens are sent by no other site.
 */
const BY_COOKIE = /^\/auth(?:\/|\?|$)/

/** Both make a tenth of a list. The next levels take twice as long for a twentieth less. */
const PACKERS = {
  br: promisify((bytes: Buffer, done: (error: Error | null, packed: Buffer) => void) =>
    brotliCompress(
      bytes,
      {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 4,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      },
      done,
    ),
  ),
  gzip: promisify((bytes: Buffer, done: (error: Error | null, packed: Buffer) => void) =>
    gzip(bytes, { level: 4 }, done),
  ),
} as const
type Coding = keyof typeof PACKERS

/** A body that is sent again, as those of public reads are, is compressed once. */
const packed = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>()

function packOnce(bytes: Buffer, coding: Coding): Promise<Buffer> {
  const made = packed.get(bytes) ?? new Map<Coding, Promise<Buffer>>()
  packed.set(bytes, made)
  const packing = made.get(coding) ?? PACKERS[coding](bytes)
  made.set(coding, packing)
  return packing
}

/** The coding to send: brotli before gzip where the client weighs them alike. Undefined: neither is accepted. */
export function codingOf(accepted: string | string[] | undefined): Coding | undefined {
  if (accepted === undefined) return undefined
  const weights = new Map(
    String(accepted)
      .toLowerCase()
      .split(',')
      .map(one => {
        const [name = '', ...parameters] = one.split(';').map(part => part.trim())
        const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
        return [name, weight === undefined ? 1 : Number(weight) || 0] as const
      }),
  )
  const weigh = (name: Coding) => weights.get(name) ?? weights.get('*') ?? 0
  const best = weigh('br') >= weigh('gzip') ? 'br' : 'gzip'
  return weigh(best) > 0 ? best : undefined
}

export function compressReplies(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(request, reply, payload)) return done(null, payload)
    addVary(reply)
    const coding = codingOf(request.headers['accept-encoding'])
    if (coding === undefined) return done(null, payload)
    packOnce(Buffer.isBuffer(payload) ? payload : Buffer.from(payload), coding).then(
      bytes => {
        reply.header('content-encoding', coding).removeHeader('content-length')
        const etag = reply.getHeader('etag')
        // A strong ETag promises the same bytes in every coding.
        if (typeof etag === 'string' && etag.startsWith('"')) reply.header('etag', `W/${etag}`)
        done(null, bytes)
      },
      error => done(error),
    )
  })
}

function isCompressible(
  { method, raw }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string | Buffer {
  return (
    (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
    payload.length >= LEAST_BYTES &&
    method === 'GET' &&
    reply.statusCode === 200 &&
    reply.getHeader('content-encoding') === undefined &&
    TEXT.test(String(reply.getHeader('content-type') ?? '')) &&
    !BY_COOKIE.test(raw.url ?? '')
  )
}

function addVary(reply: FastifyReply): void {
  const vary = String(reply.getHeader('vary') ?? '')
  if (!/\baccept-encoding\b/i.test(vary))
    reply.header('vary', vary === '' ? 'Accept-Encoding' : `${vary}, Accept-Encoding`)
}
