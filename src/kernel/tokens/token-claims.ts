/** What is asked of any token, whoever issued it. */

export const CLOCK_SKEW_SECONDS = 60
/** A token that is valid for longer cannot be revoked by its issuer in useful time. */
export const LONGEST_SECONDS = 24 * 3600

/** A text that PostgreSQL can store and compare: not too long, without NUL or half a surrogate pair. */
export const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub !== '' && sub.length <= 255 && sub.isWellFormed() && !sub.includes('\0')

/** Not issued in the future, and not valid for longer than a day; its expiry is checked together with its signature. */
export const timesAreFit = ({ exp = 0, iat = 0 }: { exp?: number; iat?: number }, now: number) =>
  iat <= now + CLOCK_SKEW_SECONDS && exp <= now + LONGEST_SECONDS + CLOCK_SKEW_SECONDS

/** Errors by which jose refuses a token; any other error is a fault and is thrown on. */
export const isRefusedToken = (error: unknown): boolean =>
  (error instanceof Error && 'code' in error && /^ERR_J/.test(String(error.code))) ||
  error instanceof TypeError ||
  error instanceof SyntaxError
