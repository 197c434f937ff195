/**
 * The library keeps a sign-in that waits for its second factor in cookies. Programs, and pages of other sites, whose
 * browser keeps none of our cookies (`SameSite=Lax`), get the same as a token and send it with the code.
 */

const COOKIE = /^(?:__Host-)?parvis\.(?:two_factor|dont_remember)=[^;,\s]+$/

/** Adds the cookies as a token to the reply of a waiting sign-in. */
export function withWaitingToken(body: unknown, headers: Headers): unknown {
  const { twoFactorRedirect } = (body ?? {}) as { readonly twoFactorRedirect?: boolean }
  if (!twoFactorRedirect) return body
  const cookies = headers.getSetCookie().map(one => one.split(';', 1)[0] ?? '')
  const waiting = cookies.filter(one => COOKIE.test(one)).join('; ')
  return { ...(body as object), twoFactorToken: Buffer.from(waiting).toString('base64url') }
}

/**
 * Builds the headers of a browser that sent the cookies from our own page: a holder of the token need not prove an
 * origin.
 */
export function headersByToken(token: string, asked: Headers, publicUrl: string): Headers {
  const cookies = Buffer.from(token, 'base64url').toString().split('; ')
  const headers = new Headers(asked)
  headers.delete('authorization')
  headers.set('cookie', cookies.filter(one => COOKIE.test(one)).join('; '))
  headers.set('origin', new URL(publicUrl).origin)
  return headers
}
