import { Problem } from '../../kernel/refusals/errors.ts'

/**
 * Allowed redirect targets: our own URL, or a front end named by the operator. Checked in the request and in the
 * answer, because the library normalises the URL in between.
 */

const NAMES = ['callbackURL', 'redirectTo', 'errorCallbackURL'] as const

/**
 * Spellings that URL parsers read differently: control characters, spaces, backslashes, `//`, `..`, also
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
  // Without an origin, the URL is a path of this service.
  if (origin === '' && !path.startsWith('/')) return false
  if (origin !== '' && !URL.canParse(origin)) return false
  return !ODD.test(path) && (path === '' || path.startsWith('/')) && !origin.includes('@')
}

/** The absolute URL when it is ours or a front end's; undefined otherwise. */
export function allowedTarget(
  location: string,
  publicUrl: string,
  isTrusted: (origin: string) => boolean,
): string | undefined {
  const to = URL.parse(location, publicUrl)
  const allowed = to && (to.origin === new URL(publicUrl).origin || isTrusted(to.origin))
  return allowed && !to.username && !to.password && !to.pathname.startsWith('//') ? to.href : undefined
}
