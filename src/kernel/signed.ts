import { createHmac, timingSafeEqual } from 'node:crypto'

/** Both ways: clocks differ, and what is older may have been recorded on the way. */
const TOLERANCE_SECONDS = 300
/** A few secrets while they are exchanged; more would only make us count. */
const MOST_SIGNATURES = 20

interface Signed {
  /** As it was sent: that is what was signed. */
  readonly at: string
  readonly signatures: readonly Buffer[]
}

/** `t=<seconds>,v1=<hex>[,v1=…]`. Other schemes stand beside these and are not looked at; two times are none. */
function readSignature(header: string | undefined, now: Date): Signed | undefined {
  if (header === undefined || header.length > 4_000) return undefined
  const parts = header.split(',').map(part => part.trim())
  const times = parts.filter(part => part.startsWith('t=')).map(part => part.slice(2))
  const signatures = parts
    .filter(part => /^v1=[0-9a-f]{64}$/.test(part))
    .map(part => Buffer.from(part.slice(3), 'hex'))
  const [at = ''] = times
  if (times.length !== 1 || !/^\d{1,12}$/.test(at)) return undefined
  if (signatures.length === 0 || signatures.length > MOST_SIGNATURES) return undefined
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(at)) > TOLERANCE_SECONDS) return undefined
  return { at, signatures }
}

/** Said before the body is read: without it, nothing that follows could be rightly signed. */
export const mayBeSigned = (header: string | undefined, secrets: readonly string[], now: Date): boolean =>
  secrets.length > 0 && readSignature(header, now) !== undefined

/** HMAC-SHA256 of `<t>.<body>` under any of the secrets. Without secrets every signature is wrong. */
export function verifySignature(
  header: string | undefined,
  body: Buffer,
  secrets: readonly string[],
  now: Date,
): boolean {
  const signed = readSignature(header, now)
  if (!signed) return false
  let good = false
  // All are compared, whatever was found: how long it takes tells nothing.
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(`${signed.at}.`).update(body).digest()
    for (const signature of signed.signatures) good = timingSafeEqual(expected, signature) || good
  }
  return good
}
