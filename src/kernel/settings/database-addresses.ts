/**
 * Parses libpq's multi-host connection URLs: `postgres://u:p@h1:5432,h2:5433/db`, or
 * `…/db?host=h1,h2&port=5432,5433`. The driver supports only one host.
 */

export interface Address {
  readonly host: string
  readonly port: number
}

/**
 * `primary`: accepts writes, apart from temporary obstacles. `standby`: replicates a primary. `prefer-standby`: a standby,
 * otherwise a primary. `any`: the first that answers.
 */
export type ServerRole = 'primary' | 'standby' | 'prefer-standby' | 'any'

export interface Addresses {
  /** Never empty, in the order of the URL. */
  readonly all: readonly Address[]
  readonly wanted: ServerRole
  /** The URL for the driver. With several hosts it names none of them. */
  readonly url: string
  readonly database: string
  /** Connect timeout per host, in milliseconds. */
  readonly connectMs: number | undefined
}

interface InvalidAddress {
  /** Completes the sentence “DATABASE_URL must be …”. */
  readonly wanted: string
}

type Whose = 'primary' | 'replica'

const SESSIONS: Readonly<Record<Whose, Readonly<Record<string, ServerRole>>>> = {
  primary: { 'read-write': 'primary', primary: 'primary' },
  replica: {
    standby: 'standby',
    'read-only': 'standby',
    'prefer-standby': 'prefer-standby',
    any: 'any',
  },
}
const EXAMPLE =
  'an address such as postgres://user:secret@host/parvis, what is no letter or digit in the secret percent-encoded (# is %23)'
const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/
/** A host in a URL: an IPv6 address in brackets, a name, a socket folder (`%2Frun`), or nothing. */
const PLACE = /^(?:\[([0-9a-fA-F:.%]+)\]|([^:[\]]*))(?::(\d*))?$/
const DEFAULT_PORT = 5432

/** Its message never contains the password. */
export function readAddresses(value: string, whose: Whose): Addresses | InvalidAddress {
  const [, scheme, user, authority = '', path = '', query = ''] = PARTS.exec(value) ?? []
  if (!scheme || !isReadable(user)) return { wanted: EXAMPLE }
  const params = new URLSearchParams(query)
  const places = authority.split(',').map(part => PLACE.exec(part))
  if (places.some(place => place === null)) return { wanted: EXAMPLE }
  const hosts = listed(params.get('host')) ?? places.map(place => place?.[1] ?? decoded(place?.[2]))
  const ports = listed(params.get('port')) ?? (params.has('host') ? [''] : places.map(one => one?.[3] ?? ''))
  if (ports.length !== 1 && ports.length !== hosts.length)
    return {
      wanted: `an address with one port, or with a port for each host: it has ${hosts.length} hosts and ${ports.length} ports`,
    }
  const all = hosts.map((host, at) => ({
    host: host || 'localhost',
    port: Number((ports.length === 1 ? ports[0] : ports[at]) || DEFAULT_PORT),
  }))
  if (all.some(({ port }) => !(port >= 1 && port <= 65_535))) return { wanted: EXAMPLE }
  const several = all.length > 1
  if (several && hosts.some(host => host === ''))
    return { wanted: 'an address that names each of its hosts, with a comma between two of them' }
  const wanted = wantedOf(params, whose, several)
  if (typeof wanted !== 'string') return wanted
  const patience = params.get('connect_timeout')
  if (patience !== null && !/^([1-9]|[1-5]\d)$/.test(patience))
    return { wanted: 'an address whose connect_timeout is between 1 and 59 seconds' }
  const balance = params.get('load_balance_hosts') ?? 'disable'
  if (!/^(disable|random)$/.test(balance))
    return { wanted: 'an address whose load_balance_hosts is disable or random' }

  const url = several
    ? `${scheme}${user === undefined ? '' : `${user}@`}localhost/${path}${rest(params)}`
    : value
  if (!URL.parse(url.replace(/^(\w+:\/\/[^/]*@)\//, '$1localhost/'))) return { wanted: EXAMPLE }
  return {
    all: balance === 'random' ? shuffled(all) : all,
    wanted,
    url,
    database: decoded(path),
    connectMs: patience === null ? undefined : Number(patience) * 1_000,
  }
}

function wantedOf(params: URLSearchParams, whose: Whose, several: boolean): ServerRole | InvalidAddress {
  const given = params.get('target_session_attrs')
  // A single address without target_session_attrs accepts any server: it may be a proxy that has chosen already.
  if (given === null) return several ? (whose === 'primary' ? 'primary' : 'prefer-standby') : 'any'
  const known = SESSIONS[whose][given] ?? (given === 'any' && !several ? 'any' : undefined)
  if (known) return known
  const names = Object.keys(SESSIONS[whose])
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1')
  return whose === 'primary'
    ? { wanted: `an address whose target_session_attrs is ${names}: Parvis writes there` }
    : { wanted: `an address whose target_session_attrs is ${names}: Parvis only reads there` }
}

export const isInvalidAddress = (read: Addresses | InvalidAddress): read is InvalidAddress => !('all' in read)

/** For messages: host and port, or the socket folder. */
export const nameOf = ({ host, port }: Address): string =>
  host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`

const listed = (value: string | null): string[] | undefined => value?.split(',')

/** The query string without the parameters that are handled here. */
function rest(params: URLSearchParams): string {
  for (const name of ['host', 'port', 'target_session_attrs', 'load_balance_hosts', 'connect_timeout'])
    params.delete(name)
  const left = params.toString()
  return left && `?${left}`
}

/** Accepts a literal percent sign, but not percent escapes that are no valid UTF-8. */
function isReadable(user = ''): boolean {
  try {
    return /%(?![\da-f]{2})/i.test(user) || decodeURIComponent(user) !== undefined
  } catch {
    return false
  }
}

function decoded(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function shuffled(all: readonly Address[]): readonly Address[] {
  return all
    .map(address => ({ address, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ address }) => address)
}
