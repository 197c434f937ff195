import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isReady, type Readiness } from './health/readiness.ts'
import { isLoopback } from './kernel/config.ts'
import { Problem } from './kernel/errors.ts'
import { isKnown } from './kernel/http/etags.ts'
import { refuseOtherMethods } from './kernel/http/other-methods.ts'
import type { Metrics } from './kernel/metrics.ts'

interface Pages {
  readonly metrics: Metrics
  readonly metricsToken: string | undefined
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
  refuseOtherMethods(
    server,
    [...Object.keys(pages.documents), '/healthz', '/readyz', '/metrics'].map(path => ({
      method: 'GET' as const,
      path,
    })),
  )
}

function serveDocument(server: FastifyInstance, path: string, document: () => object): void {
  let made: { text: string; etag: string } | undefined
  server.get(path, (request, reply) => {
    if (!made) {
      const text = JSON.stringify(document())
      made = { text, etag: `"${hash('sha1', text, 'base64url')}"` }
    }
    reply
      .headers({ etag: made.etag, 'cache-control': 'public, max-age=60' })
      .type('application/json; charset=utf-8')
    return isKnown(request.headers['if-none-match'], made.etag)
      ? reply.code(304).send()
      : reply.send(made.text)
  })
}

/** Allowed with the token; without METRICS_TOKEN only from this machine, and not through a proxy on it. */
function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
    return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))
  }
  return isLoopback(socket.remoteAddress ?? '') && !PASSED_ON.some(name => headers[name] !== undefined)
}
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
