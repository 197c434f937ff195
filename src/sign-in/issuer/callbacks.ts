import { Problem } from '../../kernel/errors.ts'

/**
 * Where a browser is sent on to: an address of ours or of a front end that the operator named. Looked at twice, as it
 * comes in and as it goes out, because the library reads it in its own way in between.
 */

const NAMES = ['callbackURL', 'redirectTo', 'errorCallbackURL'] as const

/**
 * What readers of addresses disagree about: control characters and spaces, backslashes, two slashes in a row, dots that
 * go up, and any of them in disguise. Behind `?` and `#` anything may stand.
 */
const ODD = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\p{Cf}\\]|\/\/|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|%2f|%5c|%0|%1|%7f/iu

export function refuseOddCallbacks(said: Readonly<Record<string, unknown>>): void {
  for (const name of NAMES) {
    const address = said[name]
    if (typeof address === 'string' && address !== '' && !isPlain(address))
      throw new Problem('origin_forbidden')
  }
}

function isPlain(address: string): boolean {
  if (/[\p{Cc}\p{Zs}\\]/u.test(address)) return false
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#\\]+)?([^?#]*)/i.exec(address) ?? []
  // Without an origin it is a path of ours.
  if (origin === '' && !path.startsWith('/')) return false
  return !ODD.test(path) && (path === '' || path.startsWith('/')) && !origin.includes('@')
}

/** The whole address, when it is ours or a front end's. */
export function allowedTarget(
  location: string,
  publicUrl: string,
  origins: readonly string[],
): string | undefined {
  const to = URL.parse(location, publicUrl)
  const allowed = to && [new URL(publicUrl).origin, ...origins].includes(to.origin)
  return allowed && !to.username && !to.password && !to.pathname.startsWith('//') ? to.href : undefined
}
