import type { FastifyInstance } from 'fastify'
import type { Span, Tracer } from '../tracing/tracer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for probes, and when tracing is off. */
    span: Span | undefined
  }
}

const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/** Starts a span per request. Call before adding other hooks, which then run within it. */
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
      // `address` is set late, when no route of the path accepts the method.
      const at = request.address ?? route
      span.set({ 'http.route': at, 'http.response.status_code': status }, `${method} ${at}`)
      if (!reply.raw.writableFinished) span.fail('hung_up')
      else if (status >= 500) span.fail(`${status}`)
      span.end()
    })
    tracer.run(span, done)
  })
  // Body events come from the socket and lose the async context.
  server.addHook('preValidation', (request, _reply, done) => tracer.run(request.span, done))
}
