import { createHmac, timingSafeEqual } from 'node:crypto'

/** Webhook signature header `t=<unix>,v1=<hex>[,v1=…]`: HMAC-SHA256 of `<t>.<raw body>`. */
interface Signed {
  /** The exact characters from the header, which were signed. */
  readonly at: string
  readonly signatures: readonly Buffer[]
}

/** In both directions: clocks may be ahead or behind. */
const TOLERANCE_SECONDS = 300
const LONGEST_HEADER = 4_000

/** Undefined when malformed, too old, or too far in the future. Schemes other than `v1` are ignored. */
export function readSignature(header: string | undefined, now: Date): Signed | undefined {
  if (header === undefined || header.length > LONGEST_HEADER) return undefined
  let at: string | undefined
  const signatures: Buffer[] = []
  for (const part of header.split(',')) {
    const [, scheme, value = ''] = /^([a-z][a-z0-9]{0,9})=([^,\s]+)$/.exec(part) ?? []
    if (scheme === undefined) return undefined
    if (scheme === 't') {
      if (at !== undefined || !/^\d{1,12}$/.test(value)) return undefined
      at = value
    } else if (scheme === 'v1' && /^[0-9a-f]{64}$/.test(value)) signatures.push(Buffer.from(value, 'hex'))
  }
  if (at === undefined || signatures.length === 0) return undefined
  const age = Math.floor(now.getTime() / 1000) - Number(at)
  return Math.abs(age) > TOLERANCE_SECONDS ? undefined : { at, signatures }
}

/** Accepts any signature under any secret: during a rotation both sides may have two. */
function isSignedBy(secrets: readonly string[], { at, signatures }: Signed, body: Buffer): boolean {
  let good = false
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest()
    // Compares every pair, so that timing reveals nothing.
    for (const signature of signatures) good = timingSafeEqual(signature, expected) || good
  }
  return good
}

/** Reads and verifies in one call. */
export function verifySignature(
  header: string | undefined,
  body: Buffer,
  secrets: readonly string[],
  now: Date,
): boolean {
  const signed = readSignature(header, now)
  return signed !== undefined && isSignedBy(secrets, signed, body)
}
