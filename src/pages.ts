import { hash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { isKnown } from './kernel/etags.ts'
import type { Metrics } from './kernel/metrics.ts'
import { refuseOtherMethods } from './kernel/other-methods.ts'

interface Pages {
  readonly metrics: Metrics
  readonly document: () => object
  /** Each part: whether it works, where this node cannot serve without it, else how it does, in a word. */
  readonly readiness: () => Promise<Readonly<Record<string, boolean | string>>>
}

/** What stands beside the API: its description, its health and its figures. */
export async function servePages(server: FastifyInstance, pages: Pages): Promise<void> {
  let document: { text: string; etag: string } | undefined
  server.get('/openapi.json', (request, reply) => {
    if (!document) {
      const text = JSON.stringify(pages.document())
      document = { text, etag: `"${hash('sha1', text, 'base64url')}"` }
    }
    reply
      .headers({ etag: document.etag, 'cache-control': 'public, max-age=60' })
      .type('application/json; charset=utf-8')
    return isKnown(request.headers['if-none-match'], document.etag)
      ? reply.code(304).send()
      : reply.send(document.text)
  })
  server.get('/healthz', async () => ({ status: 'alive' }))
  server.get('/readyz', async (_request, reply) => {
    const parts = await pages.readiness()
    const ready = Object.values(parts).every(part => part !== false)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...parts })
  })
  server.get('/metrics', async (_request, reply) =>
    reply.type(pages.metrics.contentType).send(await pages.metrics.text()),
  )
  refuseOtherMethods(
    server,
    ['/openapi.json', '/healthz', '/readyz', '/metrics'].map(path => ({ method: 'GET' as const, path })),
  )
  // The page brings its own script and the reader's fonts: it works without any network but ours, and is held to it.
  await server.register(scalar, {
    routePrefix: '/docs',
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('content-security-policy', ONLY_OURS)
        done()
      },
    },
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Parvis API',
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
    },
  })
}

const ONLY_OURS =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
