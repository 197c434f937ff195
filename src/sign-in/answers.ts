import type { Config } from '../kernel/config.ts'
import type { Database } from '../kernel/db/database.ts'
import { Problem } from '../kernel/errors.ts'
import type { keySet } from '../kernel/tokens/signing-keys.ts'
import type { Tokens } from '../kernel/tokens/tokens.ts'
import { isExpected } from '../users/expected.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../users/passwords.ts'
import { BASE, DECLINING, type Endpoint } from './endpoint.ts'
import {
  endSessions,
  forgetWhatWasGranted,
  hasAccount,
  onlySession,
  spendCode,
  userBehind,
} from './issuer/accounts.ts'
import { currentExchange } from './issuer/exchange.ts'
import { hashOnce } from './issuer/hashing.ts'
import type { Issuer } from './issuer/issuer.ts'
import type { Letters } from './issuer/letters.ts'
import { isStandIn } from './issuer/provider.ts'
import { headersByToken, withWaitingToken } from './waiting.ts'
import { declineInvitation, findInvitation, wasWithdrawn } from './withdrawals.ts'

/** The request, checked by its shape. */
export interface Question {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

export interface Reply {
  readonly status: number
  readonly body: unknown
  /** Headers of the answer: cookies, redirect, the token for clients without cookies. */
  readonly headers: Headers
}

export interface Answering {
  readonly config: Config
  readonly db: Database
  readonly tokens: Tokens
  readonly letters: Letters
  readonly issuer: Issuer
  readonly publicUrl: string
  readonly keys: () => ReturnType<typeof keySet>
}

const TOKEN_SECONDS = 15 * 60

export async function answer(asked: Question, parts: Answering): Promise<Reply> {
  const question = onceWaiting(asked, parts.publicUrl)
  const { endpoint } = question
  const somebody = endpoint.session === 'none' ? undefined : await signedIn(question, parts)
  switch (endpoint.path) {
    case '/options':
      return plain(optionsOf(parts.config))
    case '/jwks':
      return plain(await parts.keys())
    case '/token': {
      if (!somebody) throw new Problem('unauthenticated')
      // Asking for an access token counts as use of the session: it is prolonged, and its cookie with it.
      const { headers } = await ask({ ...question, endpoint: { ...endpoint, path: '/get-session' } }, parts)
      const token = await parts.tokens.sign(somebody.user.id, TOKEN_SECONDS, somebody.session.id)
      return { ...plain({ token }), headers }
    }
    case '/sign-up/email':
      return parts.config.signup === 'invite'
        ? await byInvitation(question, parts)
        : await ask(question, parts)
    case '/sign-in/email': {
      const reply = await ask(question, parts)
      return { ...reply, body: withWaitingToken(reply.body, reply.headers) }
    }
    case '/send-verification-email':
      return await ask(fromNobody(question), parts)
    case '/reset-password/:token':
      return question.query.callbackURL ? await onward(question, parts) : await tokenOfLink(question, parts)
    case '/reset-password':
      await refuseWithdrawn(String(question.body.token))
      return await ask(question, parts)
    case `${DECLINING}:token`: {
      const { token = '' } = question.params
      if (endpoint.method === 'POST') await decline(token)
      else await refuseUnknownInvitation(token)
      return plain({ status: true })
    }
    case '/callback/oidc':
      return ended(await ask(question, parts))
    case '/list-sessions':
      return marked(await ask(question, parts), somebody?.session.id)
    case '/two-factor/verify-totp': {
      const reply = await ask(question, parts)
      const { user } = (reply.body ?? {}) as { user?: { id: string } }
      // Also when the code turns the second factor on: a person who saw it typed could sign in with it.
      const id = somebody?.user.id ?? user?.id
      if (reply.status !== 200 || id === undefined) return reply
      const first = await spendCode(await currentExchange().writes(), id, String(question.body.code))
      if (!first) throw new Problem('invalid_code')
      return reply
    }
    case '/change-password': {
      const reply = await ask(question, parts)
      if (reply.status === 200 && somebody) {
        const data = { at: new Date() }
        await parts.letters.send(somebody.user, { template: 'password-changed', data })
        const tx = await currentExchange().writes()
        await forgetWhatWasGranted(tx, somebody.user.id)
        // The library has ended those of this account, and begun one.
        const user = question.body.revokeOtherSessions === true && (await userBehind(somebody.user.id))
        if (user) await endSessions(tx, user.id, await onlySession(tx, somebody.user.id))
      }
      return reply
    }
    case '/two-factor/disable': {
      // The library ends the session and begins another one, which it tells browsers alone.
      const reply = await ask(question, parts)
      const token = reply.headers.get('set-auth-token')
      return token === null ? reply : { ...reply, body: { ...(reply.body as object), token } }
    }
    default:
      return await ask(question, parts)
  }
}

/** Who holds no cookies names the sign-in that goes on by its token. */
function onceWaiting(question: Question, publicUrl: string): Question {
  const { twoFactorToken, ...body } = question.body
  if (typeof twoFactorToken !== 'string') return question
  return { ...question, body, headers: headersByToken(twoFactorToken, question.headers, publicUrl) }
}

/** The library's answer differs for a signed-in user; this answer is the same for everybody. */
function fromNobody(question: Question): Question {
  const headers = new Headers(question.headers)
  headers.delete('cookie')
  headers.delete('authorization')
  return { ...question, headers }
}

/** What anybody finds out by trying, so that no page has to. */
const optionsOf = ({ signup, oidc }: Config) => ({
  signup,
  provider: oidc.issuer && oidc.clientId ? { label: oidc.label ?? new URL(oidc.issuer).host } : null,
  password: { min: SHORTEST_PASSWORD, max: LONGEST_PASSWORD },
})

const plain = (body: unknown): Reply => ({ status: 200, body, headers: new Headers() })

/** Suspension is checked at every request: a session alone gives no right. */
async function signedIn({ endpoint, headers }: Question, { issuer }: Answering) {
  // Not prolonged here: no cookie could be sent with the answer.
  const current = await issuer.api.getSession({ headers, query: { disableRefresh: true } })
  if (!current) {
    if (endpoint.session === 'needed') throw new Problem('unauthenticated')
    return undefined
  }
  const somebody = await userBehind(current.user.id)
  if (!somebody) throw new Problem('unauthenticated')
  if (somebody.status === 'suspended') throw new Problem('account_suspended')
  return current
}

/**
 * Everybody gets the same answer: sign-up is by invitation. A person who is expected, or has an account, gets a mail, which
 * others cannot read.
 */
async function byInvitation(question: Question, parts: Answering): Promise<Reply> {
  const email = String(question.body.email).toLowerCase()
  const db = currentExchange().reads()
  const known = (await hasAccount(db, email)) || (await isExpected(db, email))
  const reply = known ? await ask(question, parts) : undefined
  if (!known) await hashOnce(String(question.body.password))
  if (reply && reply.status !== 200) return reply
  return { status: 403, body: { code: 'SIGNUP_CLOSED' }, headers: new Headers() }
}

const refuseWithdrawn = async (token: string) => {
  if (await wasWithdrawn(currentExchange().reads(), token)) throw new Problem('invitation_withdrawn')
}

/** One that was declined or withdrawn is shown like one that is open: there is nothing more to decide. */
async function refuseUnknownInvitation(token: string): Promise<void> {
  const db = currentExchange().reads()
  if (!(await findInvitation(db, token)) && !(await wasWithdrawn(db, token)))
    throw new Problem('invalid_token')
}

async function decline(token: string): Promise<void> {
  const exchange = currentExchange()
  await refuseUnknownInvitation(token)
  await declineInvitation(await exchange.writes(), token, exchange.requestId)
}

/** Of an invitation that was withdrawn the page is told just that, and not that its link has grown old. */
async function onward(question: Question, parts: Answering): Promise<Reply> {
  const reply = await ask(question, parts)
  const location = reply.headers.get('location')
  if (location && (await wasWithdrawn(currentExchange().reads(), question.params.token ?? '')))
    reply.headers.set('location', location.replace('error=INVALID_TOKEN', 'error=INVITATION_WITHDRAWN'))
  return reply
}

/** A link without a page to go on to: the token is the answer. */
async function tokenOfLink({ params }: Question, { issuer }: Answering): Promise<Reply> {
  const token = params.token ?? ''
  await refuseWithdrawn(token)
  const { internalAdapter } = await issuer.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  if (!found || found.expiresAt < new Date()) throw new Problem('invalid_token')
  return plain({ token })
}

/** Without an address to go on to, the library would redirect the browser to an error page of its own. */
function ended(reply: Reply): Reply {
  const location = URL.parse(reply.headers.get('location') ?? '', 'http://relative')
  if (location?.pathname === `${BASE}/error`) throw new Problem('sign_in_failed')
  return reply
}

/** The calling session is marked; the names of the others open nothing. */
function marked(reply: Reply, current: string | undefined): Reply {
  if (!Array.isArray(reply.body)) return reply
  return { ...reply, body: reply.body.map(one => ({ ...one, current: one.id === current })) }
}

/** Calls the library, as its own HTTP handler would. */
async function ask({ endpoint, params, query, body, headers }: Question, parts: Answering): Promise<Reply> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const url = new URL(`${new URL(parts.publicUrl).origin}${BASE}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const posted = endpoint.method === 'POST'
  const response = await parts.issuer.handler(
    new Request(url, {
      method: endpoint.method,
      headers,
      ...(posted && {
        body: JSON.stringify({ ...(endpoint.path === '/sign-up/email' && { name: '' }), ...body }),
      }),
    }),
  )
  const text = await response.text()
  const answered = text === '' ? null : JSON.parse(text)
  const shown = withoutStandIn(withBearer(answered, response.headers))
  return { status: response.status, body: shown, headers: response.headers }
}

/** The library answers the bare token; clients may only use the signed one. */
function withBearer(body: unknown, headers: Headers): unknown {
  if (typeof body !== 'object' || body === null || !('token' in body) || body.token === null) return body
  const { token: _, ...rest } = body
  const signed = headers.get('set-auth-token')
  return signed === null ? rest : { ...rest, token: signed }
}

/** The account of a person from an outside provider has no e-mail address. */
function withoutStandIn(body: unknown): unknown {
  const { user } = (body ?? {}) as { user?: { email?: string } }
  return user?.email && isStandIn(user.email) ? { ...(body as object), user: { ...user, email: null } } : body
}
