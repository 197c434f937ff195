import type { FastifyInstance } from 'fastify'
import type { Span, Tracer } from '../tracing/tracer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span it began, where traces are kept; without them, or on a probe, undefined. */
    span: Span | undefined
  }
}

const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/** A span for each request. To be called before any other hook is added: they run within it. */
export function traceRequests(server: FastifyInstance, tracer: Tracer | undefined): void {
  server.decorateRequest('span', undefined)
  if (!tracer) return
  server.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    if (PROBES.has(route)) return done()
    const { method, headers } = request
    const about = { 'http.request.method': method, 'http.route': route }
    const span = tracer.request(`${method} ${route}`, about, headers.traceparent)
    request.span = span
    reply.raw.once('close', () => {
      const status = reply.raw.statusCode
      // Only known when the answer is: the methods of an address that none of its routes takes are found last.
      const at = request.address ?? route
      span.set({ 'http.route': at, 'http.response.status_code': status }, `${method} ${at}`)
      if (!reply.raw.writableFinished) span.fail('hung_up')
      else if (status >= 500) span.fail(`${status}`)
      span.end()
    })
    tracer.run(span, done)
  })
  // The body came in events of the socket, which know nothing of the request.
  server.addHook('preValidation', (request, _reply, done) => tracer.run(request.span, done))
}
