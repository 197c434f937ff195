import type { FastifyInstance } from 'fastify'

/**
 * The API page at `/docs`. Its package has 200 files and a string of four megabytes, a fifth of what a start would
 * load, so it is loaded in a server of its own when the page is first opened.
 */
export function serveApiPage(server: FastifyInstance): void {
  let made: Promise<FastifyInstance> | undefined
  const pages = () => {
    made ??= makePages()
    return made
  }
  for (const path of ['/docs', '/docs/', '/docs/js/scalar.js'])
    server.get(path, async (_request, reply) => {
      const { statusCode, headers, rawPayload } = await (await pages()).inject({ method: 'GET', url: path })
      const { 'content-type': type, location } = headers
      if (type !== undefined) reply.type(String(type))
      if (location !== undefined) reply.header('location', location)
      // The page has its own script and uses system fonts; this header forbids loading anything from elsewhere.
      return reply.code(statusCode).header('content-security-policy', ONLY_OURS).send(rawPayload)
    })
}

async function makePages(): Promise<FastifyInstance> {
  const [{ default: Fastify }, { default: scalar }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ])
  const server = Fastify()
  await server.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      sources: [
        { title: 'Apps, residents and members', slug: 'public', url: '/openapi/public.json', default: true },
        { title: 'Back-office and town halls', slug: 'office', url: '/openapi/office.json' },
        { title: 'All routes', slug: 'all', url: '/openapi.json' },
      ],
      pageTitle: 'Parvis API',
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      // Lets a newcomer's first request succeed: any app name works, and this one needs no token.
      authentication: {
        preferredSecurityScheme: 'app',
        securitySchemes: { app: { value: 'public' }, backoffice: { value: 'backoffice' } },
      },
    },
  })
  return server
}

const ONLY_OURS =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
