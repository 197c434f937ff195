import { type Door, FetchRefused } from '../fetch/fetch.ts'
import { keysIn, type PublicKey } from './public-keys.ts'

/** Why a provider's keys could not be fetched; its message goes to the log and `doctor`. */
export class ProviderFault extends Error {
  override name = 'ProviderFault'
}

/** Timeout for discovery and keys together. */
const TIME_MS = 5_000
const MAX_BYTES = 256 * 1024

const DISCOVERY = '/.well-known/openid-configuration'

/** Fetches the provider's current keys. Repeats discovery each time, to notice a changed key address or issuer. */
export async function publishedKeys(
  door: Pick<Door, 'fetch'>,
  issuer: string,
): Promise<readonly PublicKey[]> {
  const deadline = performance.now() + TIME_MS
  const read = (url: string, what: string) => readJson(door, issuer, url, what, deadline - performance.now())
  const discovered = await read(issuer.replace(/\/+$/, '') + DISCOVERY, 'discovery')
  const { issuer: named, jwks_uri: address } = (discovered ?? {}) as Record<string, unknown>
  if (named !== issuer) throw new ProviderFault('discovery: it names another issuer.')
  const keys = keysIn(await read(keysAddress(address, issuer), 'keys'))
  if (!keys) throw new ProviderFault('keys: the answer is not a JWKS.')
  // An empty list is a fault of the provider, not a revocation of all keys.
  if (keys.length === 0) throw new ProviderFault('keys: none of them can check a signature.')
  return keys
}

function keysAddress(address: unknown, issuer: string): string {
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (!url) throw new ProviderFault('discovery: it names no keys.')
  // Over http anyone on the network path could replace the keys.
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && issuer.startsWith('http:')))
    throw new ProviderFault('discovery: its keys are not behind https.')
  return url.href
}

async function readJson(
  door: Pick<Door, 'fetch'>,
  issuer: string,
  url: string,
  what: string,
  timeoutMs: number,
): Promise<unknown> {
  try {
    const answer = await door.fetch(url, {
      accept: 'application/json',
      // The operator configured the issuer, so it may be private. Other addresses may not, unless of the same origin.
      operatorsOwn: URL.parse(url)?.origin === URL.parse(issuer)?.origin,
      redirects: 0,
      maxBytes: MAX_BYTES,
      timeoutMs: Math.max(1, timeoutMs),
    })
    if (answer.status !== 'ok') throw new ProviderFault(`${what}: no answer.`)
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer.bytes))
  } catch (error) {
    if (error instanceof FetchRefused) throw new ProviderFault(`${what}: ${error.message}`)
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new ProviderFault(`${what}: the answer is not JSON.`)
    throw error
  }
}
