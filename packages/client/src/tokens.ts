import { Refused } from './refused.ts'
import type { Client, Token } from './sender.ts'

/**
 * Tokens from `fetchToken`: requests that are refused at the same time share one renewal. `onSignedOut` is called when it
 * gives none, or is refused with 401: the session has ended.
 */
export function renewing(fetchToken: () => Promise<string | undefined>, onSignedOut?: () => void): Token {
  let token: string | undefined
  let pending: Promise<string | undefined> | undefined
  return async refused => {
    if (token !== undefined && token !== refused) return token
    pending ??= fetchToken().then(
      fresh => {
        pending = undefined
        token = fresh
        if (fresh === undefined) onSignedOut?.()
        return fresh
      },
      error => {
        pending = undefined
        if (error instanceof Refused && error.status === 401) onSignedOut?.()
        throw error
      },
    )
    return await pending
  }
}

/** Signs in with a password: the session token, which is valid for seven days at `/auth`. */
export async function signIn(client: Client, email: string, password: string): Promise<string | undefined> {
  // Undefined when a second factor is asked for: see `POST /auth/two-factor/verify-totp`.
  return (await client.send('POST /auth/sign-in/email', { body: { email, password } })).token
}

/**
 * The access tokens of a session, each valid for fifteen minutes at `/api/v1`. Without `session`, of the one whose cookie
 * the browser holds: the client then has `cookies`, unless its page comes from the service.
 */
export const accessTokens = (client: Client, session?: string, onSignedOut?: () => void): Token =>
  renewing(async () => (await client.send('GET /auth/token', { token: session })).token, onSignedOut)
