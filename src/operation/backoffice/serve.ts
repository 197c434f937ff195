import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from '../../kernel/http/etags.ts'
import { wantsPage } from '../../kernel/http/wants-page.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import type { Log } from '../../kernel/telemetry/log.ts'
import { describeError } from '../../kernel/telemetry/log.ts'
import type { Built, BuiltFile } from './build.ts'
import { displayFrom, headersFor, interim, pageFor, type Settings } from './page.ts'

const BUILDING = 'Parvis se prépare…'
const FAILED =
  'Le back-office n’a pas pu être construit : le journal du service dit pourquoi. L’API fonctionne.'

/** Prefixes of the API: unknown paths below them are 404 for browsers too. */
const NOT_PAGES = /^\/(api|auth|docs|assets|media|openapi(\.json)?|healthz|readyz|metrics)(\/|$|\?)/

/** Serves the back-office page at every other path that a browser opens, and its files below `/assets`. */
export function serveBackoffice(
  server: FastifyInstance,
  building: Promise<Built>,
  log: Log,
  settings: Settings = {},
  media?: string,
): void {
  const headers = headersFor(settings.tiles, media)
  let built: Built | 'building' | 'failed' = 'building'
  building.then(
    files => {
      built = files
    },
    error => {
      built = 'failed'
      log.error(
        { error: describeError(error) },
        'the back-office could not be built: the API works without it',
      )
    },
  )
  server.get('/assets/*', (request, reply) => {
    const file =
      built instanceof Map ? built.get((request.raw.url ?? '').split('?', 1)[0]?.slice(1) ?? '') : undefined
    if (!file) throw new Problem('not_found')
    return sendAsset(file, request, reply)
  })
  server.get('/*', (request, reply) => {
    if (request.raw.url === '/' && takesAnything(request.headers.accept))
      return reply.header('vary', 'Accept').type('text/plain; charset=utf-8').send(front(settings))
    if (!wantsPage(request.headers.accept) || NOT_PAGES.test(request.raw.url ?? ''))
      throw new Problem('not_found')
    reply.headers(headers).type('text/html; charset=utf-8')
    const index = built instanceof Map ? built.get('index.html') : undefined
    if (!index) {
      const again = built === 'building'
      reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': '2' })
      return reply.send(interim(again ? BUILDING : FAILED, again))
    }
    const { cookie, 'accept-language': language, 'if-none-match': known } = request.headers
    const template = Buffer.from(index.bytes).toString()
    const { html, etag } = pageFor(template, displayFrom(cookie, language), settings)
    reply.headers({ etag, 'cache-control': 'no-cache', vary: 'Cookie, Accept, Accept-Language' })
    return isKnown(known, etag) ? reply.code(304).send() : reply.send(html)
  })
}

/** curl and the like, which ask for no form in particular. */
const takesAnything = (accept = '*/*') => accept.trim() === '*/*'

const front = ({ place }: Settings) =>
  [
    'This is Parvis. Open this address in a browser for the back-office.',
    'API: /docs',
    ...(place === undefined ? [] : [`Pages for residents: ${place}/place`]),
    '',
  ].join('\n')

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  md: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
}

/** File names contain a hash of the content, so they are cached for a year. */
function sendAsset({ name, bytes, brotli }: BuiltFile, request: FastifyRequest, reply: FastifyReply) {
  const packed = brotli && /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Accept-Encoding',
    ...(packed && { 'content-encoding': 'br' }),
  })
  return reply
    .type(TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
    .send(Buffer.from(packed ? brotli : bytes))
}
