import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { decodeJwt } from 'jose'
import { FetchRefused } from '../kernel/fetch/fetch.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import type { Secrets } from '../kernel/settings/secrets.ts'
import { currentExchange } from './issuer/exchange.ts'
import { reasonOf } from './issuer/provider-requests.ts'
import { endProviderSessions, providerSessionOf } from './issuer/provider-sessions.ts'
import { BASE, SIGNED_OUT } from './paths.ts'
import type { Run, SignInParts, SignInRequest } from './row.ts'

/** Sessions here and at the provider end together, whoever of both is asked first. */

/**
 * Ends the session, or all sessions, and says where the browser has to go to end the one at the provider. The provider
 * is not asked: a sign-out works while it is away.
 */
const signingOut =
  (path: '/sign-out' | '/revoke-sessions'): Run =>
  async (request, parts) => {
    const { headers } = request
    const current = await parts.issuer.api.getSession({ headers, query: { disableRefresh: true } })
    const there = current && (await providerSessionOf(currentExchange().reads(), current.session.id))
    // The library refuses a `callbackURL` that is not ours.
    const response = await parts.call('POST', path, request)
    if (response.status !== 200 || !there) return response
    const url = endSessionAddress(there, request, parts)
    return url === undefined ? response : { ...response, body: { ...(response.body as object), url } }
  }
export const signOut = signingOut('/sign-out')
export const signOutEverywhere = signingOut('/revoke-sessions')

/** RP-initiated logout. Undefined where the ID token was sealed with a secret that is gone. */
function endSessionAddress(
  { url, idTokenSealed }: { url: string; idTokenSealed: string },
  { body }: SignInRequest,
  { secrets, publicUrl }: SignInParts,
): string | undefined {
  const address = new URL(url)
  try {
    address.searchParams.set('id_token_hint', secrets.open(idTokenSealed))
  } catch {
    return undefined
  }
  address.searchParams.set('post_logout_redirect_uri', new URL(publicUrl).origin + BASE + SIGNED_OUT)
  address.searchParams.set('state', stateFor(String(body.callbackURL ?? '/'), secrets))
  return address.href
}

const MARK = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/
const signed = (text: string, secrets: Secrets) =>
  createHmac('sha256', secrets.derive('signed out')).update(text).digest()

function stateFor(to: string, secrets: Secrets): string {
  const text = Buffer.from(JSON.stringify([randomBytes(12).toString('base64url'), to])).toString('base64url')
  return `${text}.${signed(text, secrets).toString('base64url')}`
}

/** The page to return to; the start page for a state that is not ours. */
function targetIn(state: string, secrets: Secrets): string {
  const [, text = '', mark = ''] = MARK.exec(state) ?? []
  if (mark === '' || !timingSafeEqual(Buffer.from(mark, 'base64url'), signed(text, secrets))) return '/'
  const [, to] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, string]
  return to
}

/** The provider sends the browser back. Nothing is left to end: only where it goes is decided. */
export const signedOut: Run = async ({ query: { state = '' } }, { secrets }) => ({
  status: 302,
  body: null,
  headers: new Headers({ location: targetIn(state, secrets) }),
})

/** OpenID Connect Back-Channel Logout 1.0: the provider says which of its sessions have ended. */
export const backChannelLogout: Run = async ({ body }, { requests, log }) => {
  const token = String(body.logout_token)
  const { writes, slowly } = currentExchange()
  const provider = requests.get(issuerIn(token))
  if (!provider) throw new Problem('invalid_logout_token')
  const logout = await slowly(`logout ${token}`, () =>
    provider.logout(token).catch(error => {
      log.warn({ provider: provider.id, why: reasonOf(error) }, 'a logout token was refused')
      throw new Problem(error instanceof FetchRefused ? 'unavailable' : 'invalid_logout_token', {
        cause: error,
      })
    }),
  )
  await endProviderSessions(await writes(), logout)
  return { status: 200, body: { status: true }, headers: new Headers() }
}

/** Not verified yet: it only chooses the provider whose keys verify it. */
function issuerIn(token: string): string {
  try {
    return decodeJwt(token).iss ?? ''
  } catch {
    return ''
  }
}
