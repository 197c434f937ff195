import { isIP } from 'node:net'

/** Names of hosts, as they stand in a `Host` header. */

/** Lower case, without port and the dot at the end. */
export const hostIn = (header: string | undefined): string =>
  (header ?? '').replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase()

const LONGEST = 253
const NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/

/** The host that somebody types, in punycode; undefined where it is none, or more than one. */
export function typedHost(text: string): string | undefined {
  if (/[\s/@:?#\\[\]%]/.test(text)) return undefined
  const host = hostIn(URL.parse(`http://${text}/`)?.hostname)
  return isIP(host) === 0 && host.length <= LONGEST && NAME.test(host) ? host : undefined
}
