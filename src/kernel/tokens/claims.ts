/** What is asked of any token, whoever issued it. */

export const CLOCK_SKEW_SECONDS = 60
/** A token that outlives a day cannot be taken back by its issuer in any useful time. */
export const LONGEST_SECONDS = 24 * 3600

/** Something PostgreSQL can hold and compare: not an object, not endless, without NUL or half a surrogate pair. */
export const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub !== '' && sub.length <= 255 && sub.isWellFormed() && !sub.includes('\0')

/** Not made in the future, and not good for longer than a day; that it has not expired is checked with its signature. */
export const timesAreFit = ({ exp = 0, iat = 0 }: { exp?: number; iat?: number }, now: number) =>
  iat <= now + CLOCK_SKEW_SECONDS && exp <= now + LONGEST_SECONDS + CLOCK_SKEW_SECONDS

/** jose refuses with errors of its own; anything else is ours to know. */
export const isRefusedToken = (error: unknown): boolean =>
  (error instanceof Error && 'code' in error && /^ERR_J/.test(String(error.code))) ||
  error instanceof TypeError ||
  error instanceof SyntaxError
