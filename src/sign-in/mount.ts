import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { semaphore } from '../kernel/concurrency/semaphore.ts'
import { singleFlight } from '../kernel/concurrency/single-flight.ts'
import type { Config } from '../kernel/config.ts'
import { isEmail } from '../kernel/email-address.ts'
import { invalid, Problem } from '../kernel/errors.ts'
import { openDoor } from '../kernel/fetch/fetch.ts'
import { languageOf } from '../kernel/http/accept-language.ts'
import { refuseOtherMethods } from '../kernel/http/other-methods.ts'
import { JSON_TYPE } from '../kernel/http/sockets.ts'
import { wantsPage } from '../kernel/http/wants-page.ts'
import type { Log } from '../kernel/log.ts'
import { bodyReader, paramsReader, presenter } from '../kernel/routes/by-shape.ts'
import { takeOne } from '../kernel/routes/limits.ts'
import { queryReader } from '../kernel/routes/query-string.ts'
import type { Services } from '../kernel/routes/services.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { keySet } from '../kernel/tokens/signing-keys.ts'
import type { Tokens } from '../kernel/tokens/tokens.ts'
import type { HashCost } from '../users/hash-in-thread.ts'
import { refuseEarly } from '../users/passwords.ts'
import { type Answering, answer, type Question, type Reply } from './answers.ts'
import { BASE, type Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { allowedTarget, refuseOddCallbacks } from './issuer/callbacks.ts'
import { runExchange } from './issuer/exchange.ts'
import { letters } from './issuer/letters.ts'
import type { Erase } from './issuer/own-account.ts'
import { isKnownClientNetwork } from './known-client-networks.ts'
import type { SignInLimit } from './limits.ts'
import { type PageName, pageFor, pageHeaders } from './pages.ts'
import { problemFor } from './refusals.ts'

export interface SignInServices extends Services {
  readonly secrets: Secrets
  readonly tokens: Tokens
  readonly log: Log
  readonly publicUrl: () => string
  readonly hashCost?: HashCost | undefined
  readonly erase: Erase
}

/** What people sign in with. Loading it holds the event loop: a service loads it before its port is open (`serve.ts`). */
export const library = () => import('./issuer/issuer.ts')

/** `/auth`: limit by client network → shapes → limit by mailbox → one transaction → our own answers. */
export function mountSignIn(server: FastifyInstance, services: SignInServices): void {
  const { config, db, jobs, tokens, publicUrl } = services
  const userAgent = `Parvis/${config.version}`
  const door = openDoor({ allowPrivate: config.importAllowPrivate, userAgent, log: services.log })
  server.addHook('onClose', async () => door.close())
  // PUBLIC_URL may be known only once the port is open.
  const loading = async (): Promise<Answering> => {
    const { openIssuer } = await library()
    const url = publicUrl()
    const issuer = openIssuer({ ...services, door, publicUrl: url })
    const keys = singleFlight(() => keySet(db.pool))
    return { config, db, tokens, publicUrl: url, letters: letters(config, jobs), issuer, keys }
  }
  let parts: Promise<Answering> | undefined
  const answering = () => {
    parts ??= loading()
    return parts
  }
  for (const endpoint of endpoints) {
    const read = reader(endpoint)
    const present = presenter(endpoint.reply, config)
    const limits = endpoint.limits ?? []
    const route: RouteOptions = {
      method: endpoint.method,
      url: BASE + endpoint.path,
      onRequest: request => limited(services, limits.filter(ofAddress), request, ''),
      handler: async (request, reply) => {
        const started = performance.now()
        reply.header('cache-control', endpoint.path === '/jwks' ? 'public, max-age=30' : 'no-store')
        const question = read(request)
        const email = String(question.body.email ?? '').toLowerCase()
        const atHome =
          limits.some(limit => limit.unlessKnown) &&
          (await atDoor(() =>
            isKnownClientNetwork(db.pool, services.addresses, email, request.clientNetwork),
          ))
        if (endpoint.hashes === 'for anybody' && !atHome) refuseEarly(request.clientNetwork)
        const others = limits.filter(limit => !ofAddress(limit) && !(limit.unlessKnown && atHome))
        await limited(services, others, request, email)
        const asked = {
          ...question,
          language: languageOf(request.headers['accept-language']),
          requestId: request.id,
          clientNetwork: request.clientNetwork,
          clientNetworkHash: () => services.addresses.hash(request.clientNetwork, new Date()),
          hashCost: services.hashCost,
          known: atHome || endpoint.session === 'needed' || endpoint.hashes === 'by link',
        }
        const ready = await answering()
        const result = await runExchange(db, asked, () => answer(question, ready))
        if (SILENT.has(endpoint.path)) await noSoonerThan(started)
        return give(result, { question, present, request, reply, publicUrl: publicUrl(), config })
      },
      ...(endpoint.page && { errorHandler: asPage(endpoint.page) }),
    }
    if (endpoint.form) server.register(async inner => withForms(inner).route(route))
    else server.route(route)
  }
  refuseOtherMethods(
    server,
    endpoints.map(({ method, path }) => ({ method, path: BASE + path })),
  )
}

/** These answer the same for every address; without a minimum time, the duration would reveal which exist. */
const SILENT = new Set(['/sign-up/email', '/request-password-reset'])
const SILENT_MS = 250

async function noSoonerThan(started: number): Promise<void> {
  const left = SILENT_MS - (performance.now() - started)
  if (left > 0) await new Promise(resolve => setTimeout(resolve, left))
}

////////////////////////////////////////////////////////////////////////////// limits

/** Callers that are not known yet share few of the database connections. */
const atDoor = semaphore(2, Number.POSITIVE_INFINITY)

const ofAddress = (limit: SignInLimit) => limit.by === 'address'

async function limited(
  { config, db, addresses }: SignInServices,
  limits: readonly SignInLimit[],
  request: FastifyRequest,
  email: string,
): Promise<void> {
  if (config.rateLimitScale === 0) return
  const { clientNetwork } = request
  for (const { by, ...limit } of limits) {
    const counted = by === 'address' ? clientNetwork : by === 'email' ? email : `${clientNetwork} ${email}`
    const subject = await addresses.hash(counted, new Date())
    await atDoor(() => takeOne(db.pool, { ...limit, by: 'address' }, subject, config.rateLimitScale))
  }
}

////////////////////////////////////////////////////////////////////////////// in

function reader(endpoint: Endpoint): (request: FastifyRequest) => Question {
  const readParams = paramsReader(endpoint.params)
  const readQuery = endpoint.query && queryReader(endpoint.query, 'ignore')
  const readBody = bodyReader(endpoint.body)
  return request => {
    const url = request.raw.url ?? ''
    const at = url.indexOf('?')
    const params = readParams(request.params) ?? {}
    const query = (readQuery?.(at === -1 ? '' : url.slice(at + 1)) ?? {}) as Record<string, string>
    const body = endpoint.method === 'POST' ? (readBody(request.body) as Record<string, unknown>) : {}
    refuseOddCallbacks({ ...query, ...body })
    if ('email' in body && !isEmail(String(body.email)))
      throw invalid('email', "n'est pas une adresse e-mail", 'is not an e-mail address')
    return { endpoint, params, query, body, headers: headersOf(request) }
  }
}

/** Only the headers that the library needs: not the host, nor those of proxies. */
const READ = ['cookie', 'authorization', 'origin', 'referer']
/** Browsers send all three or none. Programs that only send the mode (Node's fetch) have no origin. */
const BY_BROWSERS = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']
const LONGEST_USER_AGENT = 300

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of request.headers['sec-fetch-site'] ? [...READ, ...BY_BROWSERS] : READ) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const agent = request.headers['user-agent']
  if (agent) headers.set('user-agent', agent.slice(0, LONGEST_USER_AGENT))
  return headers
}

////////////////////////////////////////////////////////////////////////////// out

interface Giving {
  readonly question: Question
  readonly present: (reply: unknown) => string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly publicUrl: string
  readonly config: Config
}

function give({ status, body, headers }: Reply, giving: Giving) {
  const { question, present, request, reply, publicUrl, config } = giving
  const { endpoint, query } = question
  const sendOn = (location: string) => {
    const to = allowedTarget(location, publicUrl, config.corsOrigins)
    if (to === undefined) throw new Problem('origin_forbidden')
    return reply.code(302).header('location', to).send()
  }
  for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie)
  const token = headers.get('set-auth-token')
  if (token !== null) reply.header('set-auth-token', token)
  const location = headers.get('location')
  if (endpoint.redirects && location !== null && status >= 300 && status < 400) return sendOn(location)
  if (status === 200 && endpoint.page && showsPage(request))
    return sendPage(endpoint.page, undefined, request, reply)
  if (status === 200)
    return reply.type(JSON_TYPE).send(body === null ? 'null' : present(declared(endpoint.reply, body)))
  const problem = problemFor(status, codeOf(body))
  // The library has checked the address: a foreign origin is refused before the token is looked at.
  if (endpoint.redirects && query.callbackURL && problem.code === 'invalid_token')
    return sendOn(withError(query.callbackURL, publicUrl))
  throw problem
}

/** The link was followed in a browser, and there is no address to go on to. */
const showsPage = ({ headers, raw }: FastifyRequest) =>
  wantsPage(headers.accept) && !/[?&]callbackURL=[^&]/.test(raw.url ?? '')

const sendPage = (
  name: PageName,
  problem: Problem | undefined,
  { headers }: FastifyRequest,
  reply: FastifyReply,
) =>
  reply
    .code(problem?.status ?? 200)
    .headers({ 'cache-control': 'no-store', ...problem?.headers, ...pageHeaders(name) })
    .send(pageFor(name, problem, languageOf(headers['accept-language'])))

/** Other errors are logged and answered by the server. */
const asPage = (name: PageName) => (error: Error, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof Problem && showsPage(request)) return sendPage(name, error, request, reply)
  throw error
}

/** What a page without scripts sends: its address says it all, the fields are let go of. */
function withForms(inner: FastifyInstance): FastifyInstance {
  const form = 'application/x-www-form-urlencoded'
  inner.addContentTypeParser(form, { parseAs: 'buffer', bodyLimit: 1_000 }, async () => undefined)
  return inner
}

const codeOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''

function withError(address: string, publicUrl: string): string {
  const url = new URL(address, publicUrl)
  url.searchParams.set('error', 'INVALID_TOKEN')
  return url.href
}

/** Only what the shape names, at every depth. */
function declared(shape: TSchema, value: unknown): unknown {
  const { properties, items } = shape as { properties?: Record<string, TSchema>; items?: TSchema }
  if (Array.isArray(value)) return items ? value.map(one => declared(items, one)) : value
  if (!properties || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, inner]) => {
      const own = (value as Record<string, unknown>)[name]
      return own === undefined ? [] : [[name, declared(inner, own)]]
    }),
  )
}
