import { isIP } from 'node:net'
import { whyNotPublic } from './addresses.ts'
import { FetchRefused, type RefusedCode } from './refused.ts'

/** An address that one request may go to, as far as can be known before its name is resolved. */
export interface Target {
  readonly url: URL
  /** Without brackets, and without the final dot. */
  readonly host: string
  readonly port: number
  /** Permitted by the operator: neither port nor address are checked. */
  readonly exempt: boolean
}

/** `host:port` pairs of `IMPORT_ALLOW_PRIVATE`, in the spelling that URLs have after parsing. */
export const pairsOf = (allowPrivate: readonly string[]): ReadonlySet<string> =>
  new Set(allowPrivate.flatMap(pair => pairOf(`http://${pair}`) ?? []))

/** The pair of an address; undefined for what is none. */
export function pairOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url ? `${hostOf(url)}:${portOf(url)}` : undefined
}

/** Whether the address has one of these pairs. */
export const isAmong = (address: string, pairs: readonly string[]): boolean =>
  pairsOf(pairs).has(pairOf(address) ?? '')

/** Reads and checks; only ever the parsed address, since `0x7f.1`, `①②⑦.1` and `2130706433` are all 127.0.0.1. */
export function targetOf(address: string | URL, pairs: ReadonlySet<string>, operatorsOwn = false): Target {
  const refuse = (code: RefusedCode, why?: string): never => {
    throw new FetchRefused(code, { cause: why })
  }
  const url = URL.parse(String(address)) ?? refuse('invalid_url')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') refuse('forbidden_scheme')
  if (url.username || url.password) refuse('credentials')
  const target = { url, host: hostOf(url), port: portOf(url) }
  if (operatorsOwn || pairs.has(`${target.host}:${target.port}`)) return { ...target, exempt: true }
  if (target.port !== 80 && target.port !== 443) refuse('forbidden_port')
  const why = isIP(target.host) ? whyNotPublic(target.host) : whyPrivateName(target.host)
  if (why) refuse('forbidden_address', why)
  return { ...target, exempt: false }
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
const portOf = (url: URL) => (url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port))

/** Names that never stand for something on the Internet. Other names are judged by the addresses they resolve to. */
function whyPrivateName(host: string): string | undefined {
  if (!host.includes('.')) return 'a name of the local network'
  return /\.(localhost|local|internal|home\.arpa)$/.test(host) ? 'a name of a private network' : undefined
}
