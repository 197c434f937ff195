import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../kernel/db/db.ts'
import { isKnown } from '../kernel/http/etags.ts'
import { refuseOtherMethods } from '../kernel/http/other-methods.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { firstLetters, normalized, storableLine } from '../kernel/texts/texts.ts'
import { CACHE_CONTROL, cacheTags } from './caching.ts'
import { isForgotten } from './forgotten.ts'
import { KEY, NAME } from './keys.ts'
import { rangeOf } from './ranges.ts'
import type { MediaStore } from './store.ts'

/** Serves pictures and documents to anyone with their URL. The database is only queried for missing files. */

const PATH = '/media/:key/:name'
const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
}

export function serveMedia(server: FastifyInstance, store: MediaStore, db: Db): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    exposeHeadRoute: false,
    handler: (request, reply) => answer(request, reply, store, db),
  })
  refuseOtherMethods(server, [{ method: 'GET', path: PATH }])
}

async function answer(request: FastifyRequest, reply: FastifyReply, store: MediaStore, db: Db) {
  const { key, name } = request.params as { key: string; name: string }
  if (!KEY.test(key) || !NAME.test(name)) throw new Problem('not_found')
  const size = await store.size(key, name)
  if (size === undefined) throw await missing(key, db)
  const etag = `"${key}-${name}"`
  reply.type(TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
  reply.headers({
    etag,
    'cache-control': CACHE_CONTROL,
    ...cacheTags(key),
    'accept-ranges': 'bytes',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "sandbox; default-src 'none'",
    ...(name.endsWith('.pdf') && { 'content-disposition': savedAs(request) }),
  })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const range = rangeOf(request.headers, etag, size)
  if (range === 'unsatisfiable')
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}` })
      .send()
  const { first, last } = range ?? { first: 0, last: size - 1 }
  reply.code(range ? 206 : 200).header('content-length', last - first + 1)
  if (range) reply.header('content-range', `bytes ${first}-${last}/${size}`)
  if (request.method === 'HEAD') return reply.send()
  const bytes = await store.read(key, name, range)
  if (!bytes) throw await missing(key, db)
  return reply.send(bytes)
}

/** Answers 404 when the database is unavailable: serving files does not depend on it. */
const missing = async (key: string, db: Db) =>
  new Problem((await isForgotten(db, key).catch(() => false)) ? 'removed' : 'not_found')

////////////////////////////////////////////////////////////////////////////// the name it is saved under

const LONGEST_NAME = 200

/** RFC 6266: an ASCII name for old clients, the real one for others. Always ends in `.pdf`. */
function savedAs(request: FastifyRequest): string {
  const asked = new URLSearchParams((request.raw.url ?? '').split('?')[1] ?? '').get('name') ?? ''
  const plain = storableLine(
    asked.replaceAll(/[\p{Bidi_Control}\p{Cf}]+/gu, '').replaceAll(/[/\\:*?"<>|]+/g, ' '),
  )
  const name = `${firstLetters(plain.replace(/(\.pdf)+$/i, '').replace(/^[.\s]+/, ''), LONGEST_NAME).trim() || 'document'}.pdf`
  const ascii = normalized(name, 'NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|[%;\\"]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
