import { createHmac, timingSafeEqual } from 'node:crypto'

/** `t=<unix>,v1=<hex>[,v1=…]`: HMAC-SHA256 of `<t>.<raw body>`. What a webhook's sender proves itself by. */
export interface Signed {
  /** As it was written: that is what was signed. */
  readonly at: string
  readonly signatures: readonly Buffer[]
}

/** Either way: clocks go wrong in both directions. */
const TOLERANCE_SECONDS = 300
const LONGEST_HEADER = 4_000

/** Undefined for anything malformed, or signed too long ago or ahead. Other schemes than `v1` are passed over. */
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

/** Any signature under any secret: while a secret is replaced, both sides may hold two. */
export function isSignedBy(secrets: readonly string[], { at, signatures }: Signed, body: Buffer): boolean {
  let good = false
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest()
    // Every pair is compared: how long it takes tells nothing.
    for (const signature of signatures) good = timingSafeEqual(signature, expected) || good
  }
  return good
}

/** Both at once. */
export function verifySignature(
  header: string | undefined,
  body: Buffer,
  secrets: readonly string[],
  now: Date,
): boolean {
  const signed = readSignature(header, now)
  return signed !== undefined && isSignedBy(secrets, signed, body)
}
