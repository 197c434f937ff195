import type { FastifyInstance } from 'fastify'
import { Problem } from '../../kernel/refusals/errors.ts'
import { viteConfig } from './vite.ts'

/** `npm run dev`: serves the sources with hot reload, at the address of the API. */
export async function developBackoffice(server: FastifyInstance): Promise<void> {
  const [{ createServer }, { default: react }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ])
  const vite = await createServer({
    ...viteConfig,
    appType: 'spa',
    plugins: [react()],
    server: { middlewareMode: true, hmr: { server: server.server } },
  })
  server.addHook('onClose', () => vite.close())
  // Vite answers on its own and would never release the in-flight slot.
  server.get('/*', { config: { inFlight: 'none' } }, (request, reply) => {
    if (/^\/(api\/v1|auth|docs)\//.test(request.raw.url ?? '')) throw new Problem('not_found')
    reply.hijack()
    vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
  })
}
