import { hash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './kernel/metrics.ts'

interface Pages {
  readonly metrics: Metrics
  readonly document: () => object
  readonly isReady: () => Promise<boolean>
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
    return request.headers['if-none-match'] === document.etag
      ? reply.code(304).send()
      : reply.send(document.text)
  })
  server.get('/healthz', async () => ({ status: 'alive' }))
  server.get('/readyz', async (_request, reply) => {
    const ready = await pages.isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
  server.get('/metrics', async (_request, reply) =>
    reply.type(pages.metrics.contentType).send(await pages.metrics.text()),
  )
  // The page brings its own script and fonts are the reader's: it works without any network but ours.
  await server.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Parvis API',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      hideClientButton: true,
    },
  })
}
