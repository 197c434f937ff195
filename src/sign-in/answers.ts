import { Problem } from '../kernel/refusals/errors.ts'
import { mayAnswer, saveAnswer } from '../letters/claim-answers/owner-answers.ts'
import { isDigestToken, stopDigests } from '../letters/digests/queries.ts'
import {
  communeToConfirm,
  communeToStop,
  confirmSubscription,
  unsubscribe,
} from '../letters/weekly-mail/subscribers.ts'
import { isExpected } from '../people/users/expected.ts'
import { namesAround, refuseKnownPassword } from './chosen-passwords.ts'
import {
  endSessions,
  forgetWhatWasGranted,
  hasAccount,
  holdsRole,
  lacksSecondFactor,
  onlySession,
  passkeyOfSession,
  spendCode,
  userBehind,
} from './issuer/accounts.ts'
import { currentExchange } from './issuer/exchange.ts'
import { hashOnce, renewStoredHash } from './issuer/hashing.ts'
import type { Issuer } from './issuer/issuer.ts'
import { passwordCheck } from './limits.ts'
import { communeShown } from './pages.ts'
import { BASE } from './paths.ts'
import { STATE_PROVIDER } from './providers.ts'
import type { CurrentSession, Run, SignInParts, SignInRequest, SignInResponse, SignInRow } from './row.ts'
import { refuseUnproven } from './unproven.ts'
import { headersByToken, withWaitingToken } from './waiting.ts'
import { declineInvitation, findInvitation, wasWithdrawn } from './withdrawals.ts'

/** What the rows of `/auth` do besides calling the library. */

const TOKEN_SECONDS = 15 * 60

export async function answer(
  row: SignInRow,
  request: SignInRequest,
  parts: SignInParts,
): Promise<SignInResponse> {
  const asked = withTwoFactorToken(request, parts.publicUrl)
  const current = await currentSession(row, asked, parts)
  if (current && row.posture.limit?.includes(passwordCheck)) await refuseUnproven(parts, current)
  return await row.run(asked, parts, current)
}

/** A client without cookies sends a token that names the sign-in in progress. */
function withTwoFactorToken(request: SignInRequest, publicUrl: string): SignInRequest {
  const { twoFactorToken, ...body } = request.body
  if (typeof twoFactorToken !== 'string') return request
  return { ...request, body, headers: headersByToken(twoFactorToken, request.headers, publicUrl) }
}

/** Suspension is checked at every request: a session alone grants nothing. */
async function currentSession(
  { session }: SignInRow,
  { headers }: SignInRequest,
  { issuer }: SignInParts,
): Promise<CurrentSession | undefined> {
  if (session === 'none') return undefined
  // Not renewed here: the reply could carry no cookie.
  const current = await issuer.api.getSession({ headers, query: { disableRefresh: true } })
  if (!current) {
    if (session === 'needed') throw new Problem('unauthenticated')
    return undefined
  }
  const user = await userBehind(current.user.id)
  if (!user) throw new Problem('unauthenticated')
  if (user.status === 'suspended') throw new Problem('account_suspended')
  return current
}

export const plain = (body: unknown): SignInResponse => ({ status: 200, body, headers: new Headers() })
export const DONE = { status: true }

/** The state names the provider, so that its answer is not taken for another one's. Clients cannot set that field. */
export const beginAtProvider: Run = async (request, { call }) =>
  await call('POST', '/sign-in/social', {
    ...request,
    body: { ...request.body, additionalData: { [STATE_PROVIDER]: request.body.provider } },
  })

export const jwks: Run = async (_, { keys }) => plain(await keys())

/** Requesting an access token counts as use: it renews the session and its cookie. */
export const token: Run = async (request, { call, tokens, config }, current) => {
  if (!current) throw new Problem('unauthenticated')
  const { headers, body } = await call('GET', '/get-session', request)
  // Ended meanwhile.
  if (!body) throw new Problem('unauthenticated')
  const { session } = body as CurrentSession
  const left = Math.floor((Date.parse(String(session.expiresAt)) - Date.now()) / 1000)
  const seconds = Math.min(TOKEN_SECONDS, Math.max(1, left))
  const { user } = current
  const needed = config.secondFactor === 'required' && (await lacksSecondFactor(user.id, current.session.id))
  const token = await tokens.sign(user.id, seconds, current.session.id)
  return { ...plain({ token, ...(needed && { secondFactorNeeded: true }) }), headers }
}

/**
 * With AUTH_SIGNUP=invite every address gets the same answer. A person who is invited or has an account gets a mail,
 * which nobody else can read.
 */
export const signUp: Run = async (request, { config, call }) => {
  const withName = { ...request, body: { name: '', ...request.body } }
  const { email: address, password, name = '' } = request.body
  refuseKnownPassword('password', password, [String(address), String(name)])
  if (config.signup !== 'invite') return await call('POST', '/sign-up/email', withName)
  const email = String(request.body.email).toLowerCase()
  const db = currentExchange().reads()
  const known = (await hasAccount(db, email)) || (await isExpected(db, email))
  const response = known ? await call('POST', '/sign-up/email', withName) : undefined
  if (!known) await hashOnce(String(request.body.password))
  if (response && response.status !== 200) return response
  return { status: 403, body: { code: 'SIGNUP_CLOSED' }, headers: new Headers() }
}

export const signIn: Run = async (request, { call }) => {
  const response = await call('POST', '/sign-in/email', request)
  // A known password is refused when it is chosen, not here: its owner would be locked out.
  if (response.status === 200)
    await renewStoredHash(String(request.body.email), String(request.body.password))
  return { ...response, body: withWaitingToken(response.body, response.headers) }
}

/** The library's answer would differ for a signed-in user; without cookies it is the same for every caller. */
export const resendVerification: Run = async (request, { call }) => {
  const headers = new Headers(request.headers)
  headers.delete('cookie')
  headers.delete('authorization')
  return await call('POST', '/send-verification-email', { ...request, headers })
}

/** Without a callback URL the library would redirect the browser to its own error page. */
export const providerCallback: Run = async (request, { call }) => {
  const response = await call('GET', '/callback/:id', {
    ...request,
    params: { id: request.params.provider ?? '' },
  })
  const location = URL.parse(response.headers.get('location') ?? '', 'http://relative')
  if (location?.pathname === `${BASE}/error`) throw new Problem('sign_in_failed')
  return response
}

const refuseWithdrawn = async (linkToken: string) => {
  if (await wasWithdrawn(currentExchange().reads(), linkToken)) throw new Problem('invitation_withdrawn')
}

/** Follows a link from a mail: redirects to `callbackURL`, or returns the token. */
export const openResetLink: Run = async (request, { call, issuer }) => {
  const { token: linkToken = '' } = request.params
  if (request.query.callbackURL) {
    const response = await call('GET', '/reset-password/:token', request)
    const location = response.headers.get('location')
    if (location && (await wasWithdrawn(currentExchange().reads(), linkToken)))
      response.headers.set('location', location.replace('error=INVALID_TOKEN', 'error=INVITATION_WITHDRAWN'))
    return response
  }
  await refuseWithdrawn(linkToken)
  const link = await linkIn(linkToken, issuer)
  const account = link && (await (await issuer.$context).internalAdapter.findUserById(link.value))
  if (!account) throw new Problem('invalid_token')
  return plain({ token: linkToken, email: account.email })
}

/** Undefined when the link is no longer valid. */
async function linkIn(linkToken: string, issuer: Issuer) {
  const { internalAdapter } = await issuer.$context
  const found = await internalAdapter.findVerificationValue(`reset-password:${linkToken}`)
  return found && found.expiresAt >= new Date() ? found : undefined
}

export const resetPassword: Run = async (request, { call, issuer }) => {
  const { token: linkToken, newPassword } = request.body
  await refuseWithdrawn(String(linkToken))
  const link = await linkIn(String(linkToken), issuer)
  if (link) refuseKnownPassword('newPassword', newPassword, await namesAround(link.value))
  return await call('POST', '/reset-password', request)
}

/** A declined or withdrawn invitation looks like an open one: there is nothing left to decide. */
export const showInvitation: Run = async ({ params: { token: linkToken = '' } }) => {
  const db = currentExchange().reads()
  if (!(await findInvitation(db, linkToken)) && !(await wasWithdrawn(db, linkToken)))
    throw new Problem('invalid_token')
  return plain(DONE)
}

export const decline: Run = async (request, parts, current) => {
  const shown = await showInvitation(request, parts, current)
  const { writes, requestId } = currentExchange()
  await declineInvitation(await writes(), request.params.token ?? '', requestId)
  return shown
}

export const showDigest: Run = async ({ params: { token: linkToken = '' } }) => {
  if (!(await isDigestToken(currentExchange().reads(), linkToken))) throw new Problem('invalid_token')
  return plain(DONE)
}

export const stopDigest: Run = async (request, parts, current) => {
  const shown = await showDigest(request, parts, current)
  await stopDigests(await currentExchange().writes(), request.params.token ?? '')
  return shown
}

export const showWeekRequest: Run = async ({ params: { token: linkToken = '' } }, { config }) => {
  const { reads, language } = currentExchange()
  const commune = await communeToConfirm(reads(), linkToken)
  if (!commune) throw new Problem('invalid_token')
  return { ...plain(DONE), inner: communeShown(commune, config, language) }
}

export const confirmWeek: Run = async (request, parts, current) => {
  const shown = await showWeekRequest(request, parts, current)
  await confirmSubscription(await currentExchange().writes(), request.params.token ?? '')
  return shown
}

export const showSubscription: Run = async ({ params: { token: linkToken = '' } }, { config }) => {
  const { reads, language } = currentExchange()
  const commune = await communeToStop(reads(), linkToken)
  if (!commune) throw new Problem('invalid_token')
  return { ...plain(DONE), inner: communeShown(commune, config, language) }
}

/** The same answer once the subscription is gone: mail programs repeat the request. */
export const stopWeek: Run = async ({ params: { token: linkToken = '' } }, { config }) => {
  const { reads, writes, language } = currentExchange()
  const commune = await communeToStop(reads(), linkToken)
  await unsubscribe(await writes(), linkToken)
  return { ...plain(DONE), ...(commune && { inner: communeShown(commune, config, language) }) }
}

export const showClaimAnswer: Run = async ({ params: { token: linkToken = '' } }) => {
  if (!(await mayAnswer(currentExchange().reads(), linkToken))) throw new Problem('invalid_token')
  return plain(DONE)
}

const answerClaim =
  (agrees: boolean): Run =>
  async (request, parts, current) => {
    const shown = await showClaimAnswer(request, parts, current)
    const { writes, requestId } = currentExchange()
    await saveAnswer(await writes(), request.params.token ?? '', agrees, requestId)
    return shown
  }
export const agree = answerClaim(true)
export const disagree = answerClaim(false)

export const changePassword: Run = async (request, { call, mails }, current) => {
  if (current)
    refuseKnownPassword('newPassword', request.body.newPassword, await namesAround(current.user.id))
  if (current) currentExchange().passkeyId = await passkeyOfSession(current.session.id)
  const response = await call('POST', '/change-password', request)
  if (response.status !== 200 || !current) return response
  await mails.queue(current.user, { template: 'password-changed', data: { at: new Date() } })
  const tx = await currentExchange().writes()
  await forgetWhatWasGranted(tx, current.user.id)
  // The library has replaced this account's sessions by a new one.
  const user = request.body.revokeOtherSessions === true && (await userBehind(current.user.id))
  if (user) await endSessions(tx, user.id, await onlySession(tx, current.user.id))
  return response
}

/** Marks the calling session. */
export const listSessions: Run = async (request, { call }, current) => {
  const response = await call('GET', '/list-sessions', request)
  if (!Array.isArray(response.body)) return response
  const body = response.body.map(one => ({ ...one, current: one.id === current?.session.id }))
  return { ...response, body }
}

/** Accepts each code once, also when enabling the second factor, so that a code seen by others is useless. */
export const verifyCode: Run = async (request, parts, current) => {
  const response = await parts.call('POST', '/two-factor/verify-totp', request)
  const { user } = (response.body ?? {}) as { user?: { id: string } }
  const id = current?.user.id ?? user?.id
  if (response.status !== 200 || id === undefined) return response
  const first = await spendCode(await currentExchange().writes(), id, String(request.body.code))
  if (!first) throw new Problem('invalid_code')
  return response
}

/** The library starts a new session, and gives its token to browsers only. */
export const disableSecondFactor: Run = async (request, { call, config }, current) => {
  if (config.secondFactor === 'required' && current && (await holdsRole(current.user.id)))
    throw new Problem('second_factor_required')
  const response = await call('POST', '/two-factor/disable', request)
  const session = response.headers.get('set-auth-token')
  return session === null ? response : { ...response, body: { ...(response.body as object), token: session } }
}
