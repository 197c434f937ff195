import type pg from 'pg'
import type { ConnectionConfig } from './db.ts'

/** How the driver reads `DATABASE_URL`, and messages for failed connections. */

/**
 * The driver treats `prefer`, `require` and `verify-ca` as `verify-full`, with a warning of ten lines at every start. Writing
 * `verify-full` avoids the warning. `uselibpqcompat=true` is the operator's choice and stays.
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

/** Why a connection failed, and what to do about it; undefined for any other error. */
export function connectionRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, message } = error as NodeJS.ErrnoException
  if (/does not support SSL/.test(message))
    return 'it speaks no TLS: turn ssl on there, or take sslmode out of the address'
  // The message does not say whether pg_hba.conf has a line for the other kind of connection.
  const [, whose, encrypted] = /no pg_hba\.conf entry for (.*), (no|SSL) encryption$/.exec(message) ?? []
  if (whose)
    return encrypted === 'no'
      ? `its pg_hba.conf has no line for ${whose}, without TLS: add one there (docs/cluster.md), or sslmode=verify-full to the address where it has one for TLS alone (hostssl)`
      : `its pg_hba.conf has no line for ${whose}, with TLS: add one there (docs/cluster.md)`
  if (code && BY_CODE[code]) return BY_CODE[code]
  return code && /^(ERR_SSL|ERR_TLS|ERR_OSSL|CERT_|UNABLE_TO_)/.test(code) ? `TLS: ${message}` : undefined
}

/** The same server and account with another database. */
export function inDatabase(connection: ConnectionConfig, name: string): ConnectionConfig {
  const { connectionString, ...rest } = connection as pg.ClientConfig
  if (connectionString === undefined) return { ...rest, database: name } as ConnectionConfig
  return {
    ...rest,
    connectionString: connectionString.replace(/^(\w+:\/\/[^/?]*)\/?[^?]*/, `$1/${name}`),
  } as ConnectionConfig
}
