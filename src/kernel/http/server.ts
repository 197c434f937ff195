import type { Server as HttpServer, IncomingMessage, RequestListener } from 'node:http'
import { isIP } from 'node:net'
import Fastify, {
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { clientNetwork } from '../concurrency/client-network.ts'
import { limitConnections } from '../concurrency/connection-limit.ts'
import { inFlightLimit } from '../concurrency/in-flight.ts'
import { limitPipelining } from '../concurrency/pipelining.ts'
import { outageLogger } from '../db/outage.ts'
import { type ErrorCode, malformed, Problem } from '../refusals/errors.ts'
import type { Config } from '../settings/config.ts'
import { describeError, type Log, requestLines } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { tracer } from '../tracing/active.ts'
import { languageOf } from './accept-language.ts'
import { LONGEST_REQUEST_MS, limitBodies } from './body-time.ts'
import { compressReplies } from './compress.ts'
import { crossOrigin, readableRefusal } from './cors.ts'
import { parseJson } from './json.ts'
import { loggedPath } from './logged-path.ts'
import { addressesOf, answerOtherMethod } from './other-methods.ts'
import { type LoggedFields, ReadyAnswers, readyFirst } from './ready.ts'
import { RefusedEvents } from './refused-events.ts'
import { answerBrokenRequest, bareRefusal, JSON_TYPE, type OwnHeaders, requestId } from './sockets.ts'
import { traceRequests } from './traced.ts'
import { userOrKey, type Visitor } from './visitor.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the guard has accepted the request. */
    visitor: Visitor | undefined
    /** The user of a valid token, also where the guard refuses the request. */
    seenUserId: string | undefined
    startedAt: number
    /** When the headers of an event stream were sent. */
    answeredAt: number | undefined
    /** The client's network, behind trusted proxies. */
    clientNetwork: string
    /** The route path, when it exists but does not accept the method. */
    address: string | undefined
  }
  interface FastifyInstance {
    readonly readyAnswers: ReadyAnswers
    readonly refusedEvents: RefusedEvents
    /** For a request that from now on only waits for another one. */
    leaveInFlight(request: FastifyRequest): void
  }
}

/** Default body limit; a row may set another. */
export const BODY_LIMIT = 256 * 1024
const LONGEST_ADDRESS = 8_000
/** The catch-all route of the pages. */
const ALL_PAGES = '/*'
/** The HTTP server without routes: parsing, format of refusals, limits for slow clients. */
export function createServer(
  config: Config,
  log: Log,
  metrics: Metrics,
  /** The address that the router sees, such as that of another host. */
  rewriteUrl: (request: IncomingMessage) => string = ({ url }) => url ?? '/',
): FastifyInstance {
  const own = ownHeaders(config)
  const answerBroken = answerBrokenRequest(own)
  /** Headers of every response, including refusals. */
  const introduce = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('x-request-id', request.id)
    reply.headers(own(request.raw.url, request.headers.origin))
  }
  const options: FastifyHttpOptions<HttpServer> = {
    logger: false,
    rewriteUrl,
    genReqId: request => requestId(request.headers['x-request-id']),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: LONGEST_REQUEST_MS,
    keepAliveTimeout: 72_000,
    connectionTimeout: 60_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LONGEST_ADDRESS, querystringParser: () => EMPTY },
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    // Requests with an undecodable path reach no hook.
    frameworkErrors: (_error, request, reply) => {
      introduce(request, reply)
      refuse(new Problem('invalid_request'), request, reply)
    },
    clientErrorHandler: answerBroken,
  }
  const server = Fastify(options)

  server.decorate('limitedAddresses', addressesOf(LONGEST_ADDRESS))
  /** Returns what logs and counts answers of this kind. */
  const answered = (about: LoggedFields, route: string) => {
    const count = metrics.answers(about.method, route, about.status)
    const write = requestLines(log, about)
    return (requestId: string, ms: number, trace?: string) => {
      count(ms / 1000, trace)
      write(requestId, Math.round(ms * 10) / 10)
    }
  }
  const ready = new ReadyAnswers(answered)
  server.decorate('readyAnswers', ready)
  const [router = () => {}] = server.server.listeners('request') as RequestListener[]
  server.server.removeAllListeners('request').on('request', readyFirst(router, ready))
  limitConnections(server.server, config.trustProxy)
  limitPipelining(server.server)
  limitBodies(server.server, answerBroken)
  server.server.on('checkExpectation', (request, response) => {
    const { status, headers, body } = bareRefusal('invalid_request', own, request)
    response.writeHead(status, headers).end(body)
  })

  server.decorate('refusedEvents', new RefusedEvents(log, metrics))
  server.decorateRequest('visitor', undefined)
  server.decorateRequest('seenUserId', undefined)
  server.decorateRequest('startedAt', 0)
  server.decorateRequest('answeredAt', undefined)
  server.decorateRequest('clientNetwork', '')
  server.decorateRequest('address', undefined)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      refuseOtherEncodings(request)
      return body.length === 0 ? undefined : parseJson(body)
    },
  )

  traceRequests(server, tracer)
  const places = inFlightLimit()
  server.decorate('leaveInFlight', places.leave)
  metrics.gauge('parvis_requests_in_flight', 'Requests that are being worked on', places.count)
  server.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    request.clientNetwork = clientNetwork(clientAddress(request))
    introduce(request, reply)
    places.take(request)
    refuseAmbiguousHeaders(request)
    if ((request.raw.url ?? '').length > LONGEST_ADDRESS) throw new Problem('uri_too_long')
    if (request.is404 || request.routeOptions.url === ALL_PAGES) {
      if (answerOtherMethod(request, reply)) return
      if (request.is404) throw new Problem('not_found')
    }
    done()
  })
  // The request holds no in-flight place while its body is received.
  server.addHook('preParsing', (request, _reply, payload, done) => {
    places.leave(request)
    done(null, payload)
  })
  server.addHook('preValidation', (request, _reply, done) => {
    places.take(request)
    done()
  })
  compressReplies(server)
  server.addHook('onSend', (request, reply, payload, done) => {
    places.leave(request)
    places.answered(request, reply, payload)
    done(null, payload)
  })
  server.addHook('onResponse', (request, reply, done) => {
    const ms = (request.answeredAt ?? performance.now()) - request.startedAt
    const route = request.address ?? request.routeOptions.url ?? 'none'
    const trace = request.span?.place
    const { userId, keyId } = userOrKey(request.visitor?.caller)
    const about = {
      method: request.method,
      path: loggedPath(request.raw.url ?? ''),
      status: reply.statusCode,
      user_id: userId,
      key_id: keyId,
      trace_id: trace?.trace,
    }
    answered(about, route)(request.id, ms, trace?.recorded ? trace.trace : undefined)
    done()
  })
  warnOfUnreadProxy(server, config, log)

  server.setNotFoundHandler((request, reply) => refuse(new Problem('not_found'), request, reply))
  const tellUnserved = outageLogger(log)
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemOf(error)
    const about = { request_id: request.id, route: request.routeOptions.url }
    // Lazy: describing an error's stack costs more than most requests.
    const described = () => ({ ...about, error: describeError(error) })
    if (hungUp(error, request)) log.debug(about, 'request abandoned')
    else if (problem.status === 500) log.error(described(), 'request failed')
    else if (problem.code === 'unavailable') tellUnserved(error, about, 'request not served')
    // PostgreSQL refused a value that the shapes accept: a validation gap. The fuzz test looks for this line.
    else if (problem.code === 'validation_failed' && problem.cause) log.warn(described(), 'validation gap')
    return refuse(problem, request, reply)
  })
  return server
}

const EMPTY = Object.freeze({})

/** One year. Without subdomains and preload: the domain is the operator's. */
const HSTS = { 'strict-transport-security': 'max-age=31536000' }

function ownHeaders(config: Config): OwnHeaders {
  const cors = crossOrigin(config)
  const always = {
    'x-content-type-options': 'nosniff',
    ...(config.publicUrl?.startsWith('https:') && HSTS),
  }
  return (url, origin) => ({ ...always, ...cors(url, origin) })
}

export function refuse(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  request.server.refusedEvents.tell(problem, request)
  return reply
    .code(problem.status)
    .headers({
      'cache-control': 'no-store',
      ...readableRefusal(problem, request.headers.origin),
      ...problem.headers,
    })
    .type(JSON_TYPE)
    .send(JSON.stringify(problem.body(languageOf(request.headers['accept-language']), request.id)))
}

const BY_FASTIFY_CODE: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'invalid_request',
}

/** The client closed the connection during the body: nobody to answer, and no error of ours. */
const hungUp = (error: FastifyError, { raw }: FastifyRequest) => error.code === 'ECONNRESET' && !raw.complete

/** Only a `Problem` has a status: the `statusCode` of another error may come from another server. */
function problemOf(error: FastifyError): Problem {
  if (error instanceof Problem) return error
  return new Problem(BY_FASTIFY_CODE[error.code] ?? 'internal_error', { cause: error })
}

function refuseOtherEncodings(request: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if ((charset && charset.toLowerCase() !== 'utf-8') || request.headers['content-encoding'] !== undefined) {
    throw new Problem('unsupported_media_type')
  }
}

const SINGLE = new Set([
  'host',
  'authorization',
  'x-app-source',
  'content-type',
  'content-encoding',
  'if-match',
  'idempotency-key',
  'x-file-name',
  'x-request-id',
  'origin',
])

/** A host name or address with an optional port; may be empty. */
const HOST = /^([\w.~!$&'()*+=%-]*|\[[\da-f:.]+\])(:\d{0,5})?$/i

/** Node keeps the first of some repeated headers and joins others; a proxy might choose differently. */
function refuseAmbiguousHeaders({ raw }: FastifyRequest): void {
  if (raw.httpVersionMajor !== 1 || raw.httpVersionMinor > 1) throw new Problem('invalid_request')
  const { host } = raw.headers
  if (host === undefined ? raw.httpVersionMinor === 1 : !HOST.test(host)) throw new Problem('invalid_request')
  if (raw.rawHeaders.length === Object.keys(raw.headers).length * 2) return
  const seen = new Set<string>()
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    const name = raw.rawHeaders[at]?.toLowerCase() ?? ''
    if (seen.has(name) && SINGLE.has(name)) throw malformed(name, 'est donné deux fois', 'is given twice')
    seen.add(name)
  }
}

function warnOfUnreadProxy(server: FastifyInstance, config: Config, log: Log): void {
  if (config.trustProxy.length > 0) return
  let warned = false
  server.addHook('onRequest', (request, _reply, done) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true
      log.warn(
        'X-Forwarded-For is not believed while TRUST_PROXY is unset: rate limits count the proxy itself',
      )
    }
    done()
  })
}

/** The client's address behind trusted proxies; a forwarded value counts only when it is an IP address. */
export const clientAddress = (request: FastifyRequest): string =>
  isIP(request.ip) > 0 ? request.ip : (request.socket.remoteAddress ?? '0.0.0.0')
