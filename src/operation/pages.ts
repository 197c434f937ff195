import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isKnown } from '../kernel/http/etags.ts'
import { refuseOtherMethods } from '../kernel/http/other-methods.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { isLoopback } from '../kernel/settings/config.ts'
import type { Metrics } from '../kernel/telemetry/metrics.ts'
import { isReady, type Readiness } from './health/readiness.ts'

interface Pages {
  readonly metrics: Metrics
  readonly metricsToken: string | undefined
  readonly securityContact: string | undefined
  readonly publicUrl: () => string
  /** The OpenAPI documents by their paths. */
  readonly documents: Readonly<Record<string, () => object>>
  readonly readiness: () => Promise<Readiness>
}

/** Serves the OpenAPI documents, health checks and metrics. */
export async function servePages(server: FastifyInstance, pages: Pages): Promise<void> {
  for (const [path, document] of Object.entries(pages.documents)) serveDocument(server, path, document)
  server.get('/healthz', { config: { inFlight: 'probe' } }, async () => ({ status: 'alive' }))
  server.get('/readyz', { config: { inFlight: 'probe' } }, async (_request, reply) => {
    const parts = await pages.readiness()
    const ready = isReady(parts)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...parts })
  })
  server.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, pages.metricsToken)) throw new Problem('unauthenticated')
    const { type, text } = await pages.metrics.text(request.headers.accept)
    return reply.type(type).send(text)
  })
  server.get(SECURITY_TXT, (_request, reply) => {
    const text = pages.securityContact && securityText(pages.securityContact, pages.publicUrl(), new Date())
    if (!text) throw new Problem('not_found')
    return reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(text)
  })
  refuseOtherMethods(
    server,
    [...Object.keys(pages.documents), '/healthz', '/readyz', '/metrics', SECURITY_TXT].map(path => ({
      method: 'GET' as const,
      path,
    })),
  )
}

function serveDocument(server: FastifyInstance, path: string, document: () => object): void {
  let made: { body: Buffer; etag: string } | undefined
  server.get(path, (request, reply) => {
    if (!made) {
      const body = Buffer.from(JSON.stringify(document()))
      made = { body, etag: `W/"${hash('sha1', body, 'base64url')}"` }
    }
    reply
      .headers({ etag: made.etag, 'cache-control': 'public, max-age=60', vary: 'Accept-Encoding' })
      .type('application/json; charset=utf-8')
    return isKnown(request.headers['if-none-match'], made.etag)
      ? reply.code(304).send()
      : reply.send(made.body)
  })
}

const SECURITY_TXT = '/.well-known/security.txt'
/** RFC 9116. It expires, so that a copy of a service that is gone is not believed. */
function securityText(contact: string, publicUrl: string, now: Date): string {
  const expires = new Date(now.getTime() + HALF_A_YEAR_MS).toISOString()
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: fr, en',
    `Canonical: ${publicUrl}${SECURITY_TXT}`,
    '',
  ].join('\n')
}
const HALF_A_YEAR_MS = 180 * 24 * 3_600_000

/** Allowed with the token; without METRICS_TOKEN only from this machine, and not through a proxy on it. */
function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
    return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))
  }
  return isLoopback(socket.remoteAddress ?? '') && !PASSED_ON.some(name => headers[name] !== undefined)
}
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
