import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/**
 * The description of the API for people, at `/docs`. Its package is four megabytes of script for the browser: whoever
 * opens a service without the page does not load it.
 */
export async function serveApiPage(server: FastifyInstance): Promise<void> {
  // The page has its own script and uses system fonts: it loads nothing from elsewhere, and this header enforces that.
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
      // The first request of a newcomer is answered: any name will do for an app, and this one needs no token.
      authentication: {
        preferredSecurityScheme: 'app',
        securitySchemes: { app: { value: 'public' }, backoffice: { value: 'backoffice' } },
      },
    },
  })
}

const ONLY_OURS =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
