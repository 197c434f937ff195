/**
 * A sign-in that waits for the code of a second factor stands in cookies of the library. Programs, and pages of another site,
 * whose browser keeps none of ours (`SameSite=Lax`), are given the same as a text, and send it with the code.
 */

const COOKIE = /^(?:__Secure-)?parvis\.(?:two_factor|dont_remember)=[^;,\s]+$/

/** What a sign-in answered, with its cookies as a token where it waits. */
export function withWaitingToken(body: unknown, headers: Headers): unknown {
  const { twoFactorRedirect } = (body ?? {}) as { readonly twoFactorRedirect?: boolean }
  if (!twoFactorRedirect) return body
  const cookies = headers.getSetCookie().map(one => one.split(';', 1)[0] ?? '')
  const waiting = cookies.filter(one => COOKIE.test(one)).join('; ')
  return { ...(body as object), twoFactorToken: Buffer.from(waiting).toString('base64url') }
}

/** As if a browser had sent the cookies from a page of ours: whoever has the token need not show where they ask from. */
export function headersByToken(token: string, asked: Headers, publicUrl: string): Headers {
  const cookies = Buffer.from(token, 'base64url').toString().split('; ')
  const headers = new Headers(asked)
  headers.delete('authorization')
  headers.set('cookie', cookies.filter(one => COOKIE.test(one)).join('; '))
  headers.set('origin', new URL(publicUrl).origin)
  return headers
}
