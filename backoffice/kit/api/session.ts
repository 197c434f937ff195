import { refusalOf } from '../../../packages/client/src/refused.ts'
import { createSender, withToken } from '../../../packages/client/src/sender.ts'
import type { Api } from './contract.ts'
import { Refused } from './refused.ts'
import { type Asked, type Route, SOURCE, send } from './send.ts'
import { type FileSent, sendFile } from './send-file.ts'
import { rememberSignedOut } from './signed-out.ts'

/**
 * The session is an HttpOnly cookie. The API needs an access token of fifteen minutes, which is held in this module only.
 * Concurrent renewals share one request.
 */
type State = 'unknown' | 'signed-in' | 'signed-out'

let token: string | undefined
/** The person of the last token: their pending requests are not sent as another person. */
let whose: string | undefined
let renewing: Promise<string | undefined> | undefined
let renewal: ReturnType<typeof setTimeout> | undefined
let state: State = 'unknown'
/** The roles of the person count only once they sign in with a second factor. */
let needsFactor = false
/** Set by a sign-out, here or in another tab. A session that expired does not set it. */
let left = false
const listeners = new Set<() => void>()

export const sessionState = (): State => state
export const needsSecondFactor = (): boolean => needsFactor
export const hasLeft = (): boolean => left
/** The person of this page, also while the password is asked for again. */
export const signedInAs = (): string | undefined => whose
export function onSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function become(next: State): void {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

/** The other tabs of this browser. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('parvis-session')
if (tabs)
  tabs.onmessage = ({ data }) => {
    if (data === 'signed-out') leave()
    if (data === 'signed-in') void renew()
  }

function forget(): undefined {
  token = undefined
  clearTimeout(renewal)
  become('signed-out')
  return undefined
}

function leave(): void {
  const hadEnded = state === 'signed-out'
  left = true
  forget()
  // A session that had ended is left as well: its unsent input goes now.
  if (hadEnded) for (const listener of listeners) listener()
}

/** Decodes a token without verifying it: the API does. */
const saidIn = (fresh: string) =>
  JSON.parse(atob(fresh.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')) as {
    readonly exp?: number
    readonly sub?: string
  }

/** Renews a token one minute before it expires. */
const renewIn = (exp = 0): number => Math.max(30_000, exp * 1000 - Date.now() - 60_000)

/**
 * Another person has signed in with this browser: reloads the page. Pending requests never resolve, since they belong to the
 * person before.
 */
function beginAnew(): Promise<never> {
  forget()
  tabs?.postMessage('signed-in')
  location.reload()
  return new Promise(() => {})
}

const NOBODY = Symbol('nobody is signed in')

export function renew(): Promise<string | undefined> {
  renewing ??= (state === 'unknown' ? send('GET /auth/get-session', {}) : Promise.resolve(undefined))
    // No session is not an error: a token is requested only with a session.
    .then(session => (session === null ? Promise.reject(NOBODY) : send('GET /auth/token', {})))
    .then(reply => {
      const { exp, sub } = saidIn(reply.token)
      if (whose !== undefined && whose !== sub) return beginAnew()
      whose = sub
      left = false
      rememberSignedOut(false)
      needsFactor = reply.secondFactorNeeded ?? false
      token = reply.token
      clearTimeout(renewal)
      renewal = setTimeout(() => void renew().catch(() => {}), renewIn(exp))
      become('signed-in')
      return token
    })
    .catch(error => {
      if (error === NOBODY) return forget()
      // An unreachable service does not end the session.
      if (!(error instanceof Refused) || error.isUnreachable || error.status === 429) throw error
      return forget()
    })
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/** Called after a sign-in in this tab. */
export async function begin(): Promise<void> {
  token = undefined
  if (await renew()) tabs?.postMessage('signed-in')
}

/** Returns where to go next: to the outside provider, which ends its own session, or to the start. */
export async function signOut(everywhere = false): Promise<string> {
  // Before the request: a closed account may get no answer, and its page is left all the same.
  addEventListener('pageshow', showNothing)
  const { url } = everywhere
    ? await send('POST /auth/revoke-sessions', {})
    : await send('POST /auth/sign-out', { body: {} })
  tabs?.postMessage('signed-out')
  rememberSignedOut(true)
  leave()
  return url ?? '/'
}

/** After a sign-out, Back would show the page that was left, which browsers keep in memory: with all that stood in it. */
function showNothing({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  document.body.replaceChildren()
  location.reload()
}

/** The person's token; in place of one that was refused, a newer one. */
const tokenFor = async (refused?: string): Promise<string> =>
  token !== undefined && token !== refused ? token : await freshToken()

const client = createSender<Api>({ ...SOURCE, token: tokenFor })

/** A request with the person's token. Without a session it waits until the person has typed the password again. */
export const call = client.send

/** A whole list as CSV. */
export const callForTable = async (route: Route, query: object): Promise<Blob> =>
  await (await client.respond(route, { query, accept: 'text/csv' } as Asked<Route>)).blob()

/** Uploads a file, with its progress. */
export const callWithFile = (sent: FileSent) => withToken(tokenFor, (fresh = '') => sendFile(sent, fresh))

/** The stream of what changes, behind the event with this id. */
export const callForStream = (after: string | undefined, signal: AbortSignal): Promise<Response> =>
  withToken(tokenFor, async (fresh = '') => {
    const headers = {
      Authorization: `Bearer ${fresh}`,
      'X-App-Source': SOURCE.app,
      ...(after !== undefined && { 'Last-Event-ID': after }),
    }
    const response = await fetch('/api/v1/admin/live', { headers, signal, cache: 'no-store' })
    if (!response.ok) throw await refusalOf(response)
    return response
  })

async function freshToken(): Promise<string> {
  const fresh = await renew()
  if (fresh !== undefined) return fresh
  await new Promise<void>(resolve => {
    const stop = onSession(() => {
      if (state !== 'signed-in') return
      stop()
      resolve()
    })
  })
  return token ?? (await freshToken())
}
