import { isStorable } from '../texts/texts.ts'

/** Requirements for tokens of every issuer. */

export const CLOCK_SKEW_SECONDS = 60
/** Tokens valid for longer are refused, since their issuer could not revoke them in time. */
export const LONGEST_SECONDS = 24 * 3600

/** A subject that PostgreSQL can store: not too long, without NUL or lone surrogates. */
export const isSubject = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub !== '' && sub.length <= 255 && isStorable(sub)

/** Not issued in the future, and not valid for longer than a day. Expiry is checked with the signature. */
export const timesAreFit = ({ exp = 0, iat = 0 }: { exp?: number; iat?: number }, now: number) =>
  iat <= now + CLOCK_SKEW_SECONDS && exp <= now + LONGEST_SECONDS + CLOCK_SKEW_SECONDS

/** Errors with which jose refuses a token; any other error is a fault. */
export const isRefusedToken = (error: unknown): boolean =>
  (error instanceof Error && 'code' in error && /^ERR_J/.test(String(error.code))) ||
  error instanceof TypeError ||
  error instanceof SyntaxError
