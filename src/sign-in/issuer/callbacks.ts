import { Problem } from '../../kernel/errors.ts'

/**
 * Where a browser may be redirected to: our own address, or a front end that the operator named. Checked twice, in the
 * request and in the answer, because the library normalises it in between.
 */

const NAMES = ['callbackURL', 'redirectTo', 'errorCallbackURL'] as const

/**
 * What URL parsers read differently: control characters and spaces, backslashes, two slashes in a row, `..`, and any of them
 * percent-encoded. After `?` and `#` anything is allowed.
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
  // Without an origin it is a path of this service.
  if (origin === '' && !path.startsWith('/')) return false
  return !ODD.test(path) && (path === '' || path.startsWith('/')) && !origin.includes('@')
}

/** The absolute address, when it is ours or a front end's. */
export function allowedTarget(
  location: string,
  publicUrl: string,
  origins: readonly string[],
): string | undefined {
  const to = URL.parse(location, publicUrl)
  const allowed = to && [new URL(publicUrl).origin, ...origins].includes(to.origin)
  return allowed && !to.username && !to.password && !to.pathname.startsWith('//') ? to.href : undefined
}
