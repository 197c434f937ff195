import { type Detail, type ErrorCode, Problem } from '../kernel/refusals/errors.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../people/users/passwords.ts'

/** Maps the library's refusals to our codes. */
const BY_CODE: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
  INVALID_PASSWORD: 'invalid_password',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'invalid_password',
  EMAIL_NOT_VERIFIED: 'email_not_verified',
  ACCOUNT_SUSPENDED: 'account_suspended',
  SIGNUP_CLOSED: 'signup_closed',
  INVALID_TOKEN: 'invalid_token',
  TOKEN_EXPIRED: 'invalid_token',
  USER_NOT_FOUND: 'invalid_token',
  INVALID_CODE: 'invalid_code',
  INVALID_BACKUP_CODE: 'invalid_code',
  INVALID_TWO_FACTOR_COOKIE: 'second_factor_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'second_factor_expired',
  TOTP_ALREADY_ENABLED: 'second_factor_enabled',
  TOTP_NOT_ENABLED: 'second_factor_not_enabled',
  TWO_FACTOR_NOT_ENABLED: 'second_factor_not_enabled',
  BACKUP_CODES_NOT_ENABLED: 'second_factor_not_enabled',
  CHALLENGE_NOT_FOUND: 'passkey_refused',
  PASSKEY_NOT_FOUND: 'passkey_refused',
  AUTHENTICATION_FAILED: 'passkey_refused',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey_refused',
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: 'passkey_refused',
  PROVIDER_NOT_FOUND: 'not_found',
  EMAIL_MISMATCH: 'validation_failed',
  EMAIL_ALREADY_VERIFIED: 'conflict',
}

const ORIGINS =
  /^(INVALID_(ORIGIN|CALLBACK_URL|REDIRECT_URL|ERROR_CALLBACK_URL|NEW_USER_CALLBACK_URL)|MISSING_OR_NULL_ORIGIN|CROSS_SITE_NAVIGATION_LOGIN_BLOCKED)$/

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'validation_failed',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'validation_failed',
}

const NO_ADDRESS: Detail = {
  path: 'email',
  fr: 'n’est pas une adresse électronique',
  en: 'is not an e-mail address',
}
const DETAILS: Readonly<Record<string, Detail>> = {
  INVALID_EMAIL: NO_ADDRESS,
  // Our shapes checked the rest: the library is stricter only about e-mail addresses.
  VALIDATION_ERROR: NO_ADDRESS,
  PASSWORD_TOO_SHORT: {
    path: 'password',
    fr: `au moins ${SHORTEST_PASSWORD} caractères`,
    en: `at least ${SHORTEST_PASSWORD} characters`,
  },
  PASSWORD_TOO_LONG: {
    path: 'password',
    fr: `au plus ${LONGEST_PASSWORD} caractères`,
    en: `at most ${LONGEST_PASSWORD} characters`,
  },
}

/** The library locks a second factor this long after ten wrong codes in a row. */
export const SECOND_FACTOR_LOCK_SECONDS = 900

export function problemFor(status: number, code: string): Problem {
  if (status === 429) {
    const seconds = `${SECOND_FACTOR_LOCK_SECONDS}`
    return new Problem('rate_limited', {
      headers: {
        'retry-after': seconds,
        'ratelimit-policy': `"second-factor-lock";q=10;w=${seconds}`,
        ratelimit: `"second-factor-lock";r=0;t=${seconds}`,
      },
    })
  }
  const detail = DETAILS[code]
  if (detail) return new Problem('validation_failed', { details: [detail] })
  const known = ORIGINS.test(code) ? 'origin_forbidden' : (BY_CODE[code] ?? BY_STATUS[status])
  if (known === undefined) throw new Error(`The issuer answered ${status} ${code.slice(0, 60)}.`)
  return new Problem(known)
}
