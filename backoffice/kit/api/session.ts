import { Refused } from './refused.ts'
import { type Asked, type Reply, type Route, send, sendForTable } from './send.ts'
import { type FileSent, sendFile } from './send-file.ts'

/**
 * The session is a cookie that scripts cannot read; what the API wants is an access token of fifteen minutes, kept in this
 * module and nowhere else. All that wait for one share one request.
 */
type State = 'unknown' | 'signed-in' | 'signed-out'

let token: string | undefined
/** Whom the last token was for: what they were about to send is sent for nobody else. */
let whose: string | undefined
let renewing: Promise<string | undefined> | undefined
let renewal: ReturnType<typeof setTimeout> | undefined
let state: State = 'unknown'
/** They have gone, here or in another tab: a session may also end by itself. */
let left = false
const listeners = new Set<() => void>()

export const sessionState = (): State => state
export const hasLeft = (): boolean => left
/** Whose page it is, also while their password is asked for again. */
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

/** Other tabs of this browser. */
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
  left = true
  forget()
}

/** What a token says of itself is read, not believed: the API decides. */
const saidIn = (fresh: string) =>
  JSON.parse(atob(fresh.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')) as {
    readonly exp?: number
    readonly sub?: string
  }

/** A minute before it ends. */
const renewIn = (exp = 0): number => Math.max(30_000, exp * 1000 - Date.now() - 60_000)

/**
 * Somebody else has signed in with this browser: the page begins anew. Whatever waits for a token waits for ever: it was
 * meant by the one before.
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
    // Nobody is no error: only where there is a session is a token asked for.
    .then(session => (session === null ? Promise.reject(NOBODY) : send('GET /auth/token', {})))
    .then(reply => {
      const { exp, sub } = saidIn(reply.token)
      if (whose !== undefined && whose !== sub) return beginAnew()
      whose = sub
      left = false
      token = reply.token
      clearTimeout(renewal)
      renewal = setTimeout(() => void renew().catch(() => {}), renewIn(exp))
      become('signed-in')
      return token
    })
    .catch(error => {
      if (error === NOBODY) return forget()
      // A service that is away for a moment ends nobody's session.
      if (!(error instanceof Refused) || error.isUnreachable || error.status === 429) throw error
      return forget()
    })
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/** Signed in just now, here. */
export async function begin(): Promise<void> {
  token = undefined
  if (await renew()) tabs?.postMessage('signed-in')
}

export async function signOut(everywhere = false): Promise<void> {
  await send(everywhere ? 'POST /auth/revoke-sessions' : 'POST /auth/sign-out', {})
  tabs?.postMessage('signed-out')
  leave()
}

/**
 * A request of somebody who is signed in. A token that has just ended is renewed, and the request sent again, once. When
 * the session itself has ended, the request waits: the shell asks for the password, and everything goes on.
 */
export const call = <R extends Route>(route: R, asked: Asked<R>): Promise<Reply<R>> =>
  withToken(fresh => send(route, asked, fresh))

export const callForTable = (route: Route, query: object): Promise<Blob> =>
  withToken(fresh => sendForTable(route, query, fresh))

/** A picture or a document, with how far it is. */
export const callWithFile = (sent: FileSent) => withToken(fresh => sendFile(sent, fresh))

async function withToken<T>(ask: (token: string) => Promise<T>): Promise<T> {
  try {
    return await ask(token ?? (await freshToken()))
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error
    return await ask(await freshToken())
  }
}

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
