/**
 * What the receiving mail server found out about the sender (RFC 8601). Only headers with the configured name of that server
 * count: it removes such headers from the mails that come in, so that no sender can write one.
 */

type Authentication =
  /** The server vouches for the domain of the sender. */
  | 'passed'
  /** It does not, or its headers contradict each other. */
  | 'failed'
  /** No header of that server says anything. */
  | 'absent'

/** More than any chain of filters writes. */
const MOST_HEADERS = 20
const LONGEST = 8_000

interface Result {
  readonly method: string
  readonly result: string
  readonly properties: ReadonlyMap<string, string>
}

export function authenticationOf(
  headers: readonly string[],
  servers: readonly string[],
  domain: string,
): Authentication {
  if (headers.length > MOST_HEADERS || headers.some(({ length }) => length > LONGEST)) return 'failed'
  const results = headers.flatMap(header => resultsOf(header, servers))
  const of = (method: string) => results.filter(one => one.method === method)
  const dmarc = of('dmarc')
  const spf = of('spf')
  const dkim = of('dkim')
  if (dmarc.length + spf.length + dkim.length === 0) return 'absent'
  const isAbout = (one: Result, property: string) => domainOf(one.properties.get(property) ?? '') === domain
  // All of them, so that a header that was not removed cannot stand against the server's own.
  if (dmarc.some(({ result }) => result === 'pass'))
    return dmarc.every(one => one.result === 'pass' && isAbout(one, 'header.from')) ? 'passed' : 'failed'
  if (!dmarc.every(({ result }) => result === 'none' || result === 'bestguesspass')) return 'failed'
  // The domain has no policy: what was proven must be the domain itself.
  const proves = (all: readonly Result[], ...properties: readonly string[]) =>
    all.some(one => one.result === 'pass' && properties.some(property => isAbout(one, property)))
  const isRefused = spf.some(({ result }) => /fail$/.test(result))
  const isProven = proves(spf, 'smtp.mailfrom') || proves(dkim, 'header.d', 'header.i')
  return isProven && !isRefused ? 'passed' : 'failed'
}

/** `mx.ville.fr 1; dmarc=pass (p=NONE) header.from=ville.fr`; empty for any other server. */
function resultsOf(header: string, servers: readonly string[]): Result[] {
  const [server = '', ...parts] = partsOf(header)
  const [name = ''] = server.trim().split(/\s+/)
  if (!servers.includes(name.toLowerCase())) return []
  return parts.flatMap(part => {
    const [first = '', ...others] = part.trim().split(/\s+/)
    const [, method = '', result = ''] = /^([a-z][\w-]*)(?:\/\d+)?=([a-z]+)$/i.exec(first) ?? []
    if (method === '') return []
    const properties = others.flatMap(one => {
      const [, property = '', value = ''] = /^([a-z]+\.[a-z0-9-]+)=(\S+)$/i.exec(one) ?? []
      return property === '' ? [] : [[property.toLowerCase(), value] as const]
    })
    return [{ method: method.toLowerCase(), result: result.toLowerCase(), properties: firstOnes(properties) }]
  })
}

const firstOnes = (pairs: readonly (readonly [string, string])[]) => new Map(pairs.toReversed())

/** Between semicolons, without comments and quotation marks. What a comment or a quoted reason says is no result. */
function partsOf(header: string): string[] {
  const parts = ['']
  let [depth, isQuoted] = [0, false]
  for (let at = 0; at < header.length; at++) {
    const sign = header.charAt(at)
    if (sign === '\\' && (isQuoted || depth > 0)) at++
    else if (isQuoted) {
      if (sign === '"') isQuoted = false
      // A quoted text is one word, and holds no result.
      else if (!/[\s;=]/.test(sign)) parts[parts.length - 1] += sign
    } else if (sign === '(') depth++
    else if (depth > 0) depth -= sign === ')' ? 1 : 0
    else if (sign === '"') isQuoted = true
    else if (sign === ';') parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}

/** `anne@ville.fr`, `@ville.fr`, `ville.fr`. */
const domainOf = (value: string): string => value.slice(value.lastIndexOf('@') + 1).toLowerCase()
