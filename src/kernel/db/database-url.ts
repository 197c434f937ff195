/** TLS to the operator's PostgreSQL: how the driver reads `DATABASE_URL`, and what its refusals mean. */

/**
 * The driver treats `prefer`, `require` and `verify-ca` as `verify-full`, and warns so in ten lines at every start: given
 * `verify-full` by name, it does the same without the warning. `uselibpqcompat=true` is left as the operator chose.
 */
export const strictly = (url: string): string =>
  /[?&]uselibpqcompat=true\b/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')

const OWN_CA =
  'its certificate is signed by nobody this machine knows: add sslrootcert=/path/to/ca.pem to the address, or ' +
  'sslmode=no-verify to believe any certificate'

const BY_CODE: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: OWN_CA,
  DEPTH_ZERO_SELF_SIGNED_CERT: OWN_CA,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: OWN_CA,
  UNABLE_TO_GET_ISSUER_CERT: OWN_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: OWN_CA,
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it there',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: compare the clocks',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name: use the name that it is for, or sslmode=no-verify',
}

/** Why no encrypted connection could be made, and what to do; undefined for any other error. */
export function tlsRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, message } = error as NodeJS.ErrnoException
  if (/does not support SSL/.test(message))
    return 'it speaks no TLS: turn ssl on there, or take sslmode out of the address'
  if (/no pg_hba\.conf entry.*no encryption/.test(message))
    return 'it wants TLS: add sslmode=verify-full to the address'
  if (code && BY_CODE[code]) return BY_CODE[code]
  return code && /^(ERR_SSL|ERR_TLS|ERR_OSSL|CERT_|UNABLE_TO_)/.test(code) ? `TLS: ${message}` : undefined
}
