import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { semaphore } from '../kernel/concurrency/semaphore.ts'
import { singleFlight } from '../kernel/concurrency/single-flight.ts'
import { doorFor } from '../kernel/fetch/fetch.ts'
import { languageOf } from '../kernel/http/accept-language.ts'
import { trustedOrigins } from '../kernel/http/cors.ts'
import { JSON_TYPE } from '../kernel/http/sockets.ts'
import { wantsPage } from '../kernel/http/wants-page.ts'
import { invalid, Problem } from '../kernel/refusals/errors.ts'
import { bodyReader, paramsReader, presenter, queryReaderOf } from '../kernel/routes/by-shape.ts'
import { subjectsOf, takeOne } from '../kernel/routes/limits.ts'
import type { Services } from '../kernel/routes/services.ts'
import { isEmail, mailboxOf, spellingsOf } from '../kernel/texts/email-address.ts'
import { storableLines } from '../kernel/texts/texts.ts'
import { keySet } from '../kernel/tokens/signing-keys.ts'
import type { Tokens } from '../kernel/tokens/tokens.ts'
import type { HashCost } from '../people/users/hash-in-thread.ts'
import { heldAddress } from '../people/users/held-address.ts'
import { refuseEarly } from '../people/users/passwords.ts'
import { answer } from './answers.ts'
import { respellAccount } from './issuer/accounts.ts'
import { allowedTarget, refuseOddCallbacks } from './issuer/callbacks.ts'
import { runExchange } from './issuer/exchange.ts'
import { issuerMails } from './issuer/mails.ts'
import type { Erase } from './issuer/own-account.ts'
import { ProviderRequests } from './issuer/provider-requests.ts'
import { isKnownClientNetwork } from './known-client-networks.ts'
import type { SignInLimit } from './limits.ts'
import type { PageName } from './page-words.ts'
import { pageFor, pageHeaders, serveFonts } from './pages.ts'
import { BASE } from './paths.ts'
import { signInProviders } from './providers.ts'
import { problemFor } from './refusals.ts'
import type { SignInParts, SignInRequest, SignInResponse, SignInRow } from './row.ts'

interface SignInServices extends Services {
  readonly tokens: Tokens
  readonly publicUrl: () => string
  readonly hashCost?: HashCost | undefined
  readonly erase: Erase
}

/** Loading the library blocks the event loop for half a second: a service loads it before its port is open (`serve.ts`). */
export async function loadLibrary() {
  const [{ openIssuer }, { libraryCalls }] = await Promise.all([
    import('./issuer/issuer.ts'),
    import('./library-calls.ts'),
  ])
  return { openIssuer, libraryCalls }
}

/**
 * Mounts the rows of `/auth`: limits by client network, shapes, limits by mailbox, one exchange (ADR 8), then the
 * answer with its cookies, redirect or page.
 */
export function signInMount(server: FastifyInstance, services: SignInServices): (row: SignInRow) => void {
  const { config, db, jobs, tokens, publicUrl } = services
  serveFonts(server)
  const door = doorFor(config, services.log)
  server.addHook('onClose', async () => door.close())
  // The operator named the providers.
  const way = door.allowing(config.importAllowPrivate)
  // PUBLIC_URL may be known only once the port is open.
  const load = async (): Promise<SignInParts> => {
    const { openIssuer, libraryCalls } = await loadLibrary()
    const url = publicUrl()
    const requests = new Map(signInProviders(config).map(one => [one.issuer, new ProviderRequests(one, way)]))
    const issuer = openIssuer({ ...services, requests, publicUrl: url })
    const call = await libraryCalls(issuer, url)
    const keys = singleFlight(() => keySet(db.pool))
    const { secrets, log } = services
    const mails = issuerMails(config, jobs)
    return { config, db, tokens, secrets, log, publicUrl: url, mails, issuer, call, keys, requests }
  }
  let parts: Promise<SignInParts> | undefined
  const loaded = () => {
    parts ??= load()
    return parts
  }
  return row => {
    const { action, posture } = row
    const read = requestReader(row)
    const send = responder(row, services)
    const limits = posture.limit ?? []
    const route: RouteOptions = {
      method: row.method,
      url: row.path,
      onRequest: request => takeLimits(services, limits.filter(ofAddress), request, ''),
      handler: async (request, reply) => {
        const started = performance.now()
        reply.header('cache-control', row.path === `${BASE}/jwks` ? 'public, max-age=30' : 'no-store')
        const typed = read(request)
        const asked = 'email' in typed.body ? inDnsSpelling(typed) : typed
        const email = String(asked.body.email ?? '').toLowerCase()
        const atHome =
          limits.some(limit => limit.unlessKnown) &&
          (await beforeSignIn(() =>
            isKnownClientNetwork(db.pool, services.addresses, email, request.clientNetwork),
          ))
        if (row.hashes === 'for anybody' && !atHome) refuseEarly(request.clientNetwork)
        const others = limits.filter(limit => !ofAddress(limit) && !(limit.unlessKnown && atHome))
        await takeLimits(services, others, request, email)
        if (asked !== typed) await respell(db, email, request.id)
        const exchange = {
          ...asked,
          language: languageOf(request.headers['accept-language']),
          requestId: request.id,
          clientNetwork: request.clientNetwork,
          clientNetworkHash: () => services.addresses.hash(request.clientNetwork, new Date()),
          hashCost: services.hashCost,
          known: atHome || row.session === 'needed' || row.hashes === 'by link',
        }
        const ready = await loaded()
        const response = await runExchange(db, exchange, () => answer(row, asked, ready))
        if (row.sameForAll) await noSoonerThan(started)
        return send(response, asked, request, reply)
      },
      ...(action.page && { errorHandler: asPage(action.page) }),
    }
    const { form } = row
    if (form) server.register(async inner => withForms(inner, form).route(route))
    else server.route(route)
  }
}

/** One domain in Unicode and in Punycode is one account. The same request where the address has one spelling. */
function inDnsSpelling(request: SignInRequest): SignInRequest {
  const [email, other] = spellingsOf(String(request.body.email))
  return other === undefined ? request : { ...request, body: { ...request.body, email } }
}

/** An account that is older than this rule gets the spelling of DNS. */
async function respell(db: SignInServices['db'], email: string, requestId: string): Promise<void> {
  const held = await beforeSignIn(() => heldAddress(db.pool, email))
  if (held !== email)
    await beforeSignIn(() => db.transaction(tx => respellAccount(tx, held, email, requestId)))
}

/** Minimum response time: timing would reveal which addresses exist. */
const SAME_FOR_ALL_MS = 250

async function noSoonerThan(started: number): Promise<void> {
  const left = SAME_FOR_ALL_MS - (performance.now() - started)
  if (left > 0) await new Promise(resolve => setTimeout(resolve, left))
}

////////////////////////////////////////////////////////////////////////////// limits

/** Unknown callers share a few database connections. */
const beforeSignIn = semaphore(2, Number.POSITIVE_INFINITY)

const ofAddress = (limit: SignInLimit) => limit.by === 'address'

async function takeLimits(
  { config, db, addresses }: SignInServices,
  limits: readonly SignInLimit[],
  request: FastifyRequest,
  email: string,
): Promise<void> {
  if (config.rateLimitScale === 0) return
  const { clientNetwork } = request
  for (const { by, ...limit } of limits) {
    const subject =
      by === 'email'
        ? await addresses.hash(mailboxOf(email), new Date())
        : await subjectsOf(addresses, clientNetwork, by === 'address' ? '' : ` ${email}`)
    await beforeSignIn(() => takeOne(db.pool, { ...limit, by: 'address' }, subject, config.rateLimitScale))
  }
}

////////////////////////////////////////////////////////////////////////////// in

function requestReader({ method, action, access }: SignInRow): (request: FastifyRequest) => SignInRequest {
  const readParams = paramsReader(action.params)
  const readQuery = queryReaderOf(action.query, access)
  const readBody = bodyReader(action.body)
  return request => {
    const params = readParams(request.params) ?? {}
    const query = (readQuery(request) ?? {}) as Record<string, string>
    const body = method === 'POST' ? (readBody(request.body) as Record<string, unknown>) : {}
    refuseOddCallbacks({ ...query, ...body })
    if ('email' in body && !isEmail(String(body.email)))
      throw invalid('email', 'n’est pas une adresse électronique', 'is not an e-mail address')
    return { params, query, body, headers: headersOf(request) }
  }
}

/** Headers that the library needs: neither the host nor those of proxies. */
const READ = ['cookie', 'authorization', 'origin', 'referer']
/** Browsers send all three or none. Programs that send only the mode (Node's fetch) have no origin. */
const BY_BROWSERS = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']
const LONGEST_USER_AGENT = 300

/**
 * A browser from before sends its session as `__Secure-`, until the next renewal: for a month at most, and only where it
 * has no other one.
 */
const presentNames = (cookies: string) =>
  /(?:^|; *)__Host-parvis\./.test(cookies)
    ? cookies
    : cookies.replaceAll(
        /(^|; *)__Secure-(?=parvis\.(?:session_token|dont_remember|trust_device)=)/g,
        '$1__Host-',
      )

/** The library compares what is no address with its patterns as a text: such an origin is none. */
const asRead = (name: string, value: string) =>
  name === 'cookie'
    ? presentNames(value)
    : (name === 'origin' || name === 'referer') && !URL.canParse(value)
      ? 'null'
      : value

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const name of request.headers['sec-fetch-site'] ? [...READ, ...BY_BROWSERS] : READ) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, asRead(name, value))
  }
  const agent = request.headers['user-agent']
  if (agent) headers.set('user-agent', agent.slice(0, LONGEST_USER_AGENT))
  return headers
}

////////////////////////////////////////////////////////////////////////////// out

/** Sends cookies and a redirect, page or JSON; throws the library's refusals as ours. */
function responder({ action: { reply: shape, redirects, page } }: SignInRow, services: SignInServices) {
  const { config, publicUrl } = services
  const present = presenter(shape, config)
  const isTrusted = trustedOrigins(config)
  const sendOn = (location: string, reply: FastifyReply) => {
    const to = allowedTarget(location, publicUrl(), isTrusted)
    if (to === undefined) throw new Problem('origin_forbidden')
    return reply.code(302).header('location', to).send()
  }
  return (
    { status, body, headers, inner }: SignInResponse,
    { query: { callbackURL } }: SignInRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie)
    const token = headers.get('set-auth-token')
    if (token !== null) reply.header('set-auth-token', token)
    const location = headers.get('location')
    if (redirects && location !== null && status >= 300 && status < 400) return sendOn(location, reply)
    if (status === 200 && page && showsPage(request)) return sendPage(page, undefined, request, reply, inner)
    if (status === 200)
      return reply.type(JSON_TYPE).send(body === null ? 'null' : present(declared(shape, body)))
    const problem = problemFor(status, codeOf(body))
    // The library has validated the URL: it refuses foreign origins before looking at the token.
    if (redirects && callbackURL && problem.code === 'invalid_token')
      return sendOn(withError(callbackURL, publicUrl()), reply)
    throw problem
  }
}

/** True when a browser follows a link without a callback URL. */
const showsPage = ({ headers, raw }: FastifyRequest) =>
  wantsPage(headers.accept) && !/[?&]callbackURL=[^&]/.test(raw.url ?? '')

const sendPage = (
  name: PageName,
  problem: Problem | undefined,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  inner?: string,
) =>
  reply
    .code(problem?.status ?? 200)
    .headers({ 'cache-control': 'no-store', ...problem?.headers, ...pageHeaders(name) })
    .send(pageFor(name, problem, languageOf(headers['accept-language']), inner))

/** Other errors are logged and answered by the server. */
const asPage = (name: PageName) => (error: Error, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof Problem && showsPage(request)) return sendPage(name, error, request, reply)
  throw error
}

/** Accepts the form of a page without scripts, and of mail programs (RFC 8058). */
function withForms(inner: FastifyInstance, form: NonNullable<SignInRow['form']>): FastifyInstance {
  if (form === 'body')
    inner.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 40_000 },
      async (_: FastifyRequest, body: string) =>
        Object.fromEntries(
          [...new URLSearchParams(body)].map(([name, value]) => [name, storableLines(value).trim()]),
        ),
    )
  else
    inner.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: 1_000 },
      async () => undefined,
    )
  return inner
}

const codeOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''

function withError(address: string, publicUrl: string): string {
  const url = new URL(address, publicUrl)
  url.searchParams.set('error', 'INVALID_TOKEN')
  return url.href
}

/** Keeps only the fields of the shape, at every depth. */
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
