import type pg from 'pg'
import type { ConnectionConfig } from './db.ts'

/** The way to the operator's PostgreSQL: how the driver reads `DATABASE_URL`, and what refusals to connect mean. */

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

/** Why the server or this machine makes no connection, and what to do; undefined for any other error. */
export function connectionRefusal(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, message } = error as NodeJS.ErrnoException
  if (/does not support SSL/.test(message))
    return 'it speaks no TLS: turn ssl on there, or take sslmode out of the address'
  // It does not say whether there is a line for the other kind of connection.
  const [, whose, encrypted] = /no pg_hba\.conf entry for (.*), (no|SSL) encryption$/.exec(message) ?? []
  if (whose)
    return encrypted === 'no'
      ? `its pg_hba.conf has no line for ${whose}, without TLS: add one there (docs/cluster.md), or sslmode=verify-full to the address where it has one for TLS alone (hostssl)`
      : `its pg_hba.conf has no line for ${whose}, with TLS: add one there (docs/cluster.md)`
  if (code && BY_CODE[code]) return BY_CODE[code]
  return code && /^(ERR_SSL|ERR_TLS|ERR_OSSL|CERT_|UNABLE_TO_)/.test(code) ? `TLS: ${message}` : undefined
}

/** Another database on the same server, by the same account. An address names its database before its options. */
export function inDatabase(connection: ConnectionConfig, name: string): ConnectionConfig {
  const { connectionString, ...rest } = connection as pg.ClientConfig
  if (connectionString === undefined) return { ...rest, database: name } as ConnectionConfig
  return {
    ...rest,
    connectionString: connectionString.replace(/^(\w+:\/\/[^/?]*)\/?[^?]*/, `$1/${name}`),
  } as ConnectionConfig
}
