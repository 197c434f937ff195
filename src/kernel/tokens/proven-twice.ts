/** Ways to prove oneself (RFC 8176). `mfa` alone says it; otherwise two kinds are needed. */
const KNOWS = ['pwd', 'pin', 'kba']
const HAS_OR_IS = ['otp', 'hwk', 'swk', 'sc', 'sms', 'tel', 'pop', 'face', 'fpt', 'iris', 'retina', 'vbm']
/** eIDAS from “substantial” on, and the levels of ProConnect with two factors. */
const LEVELS = /^(?:eidas[23]|https:\/\/proconnect\.gouv\.fr\/assurance\/[a-z-]+-2fa)$/

/** Whether an issuer says that the person proved themselves by two factors. Other levels are unknown: they do not count. */
export function provesTwice({ amr, acr }: Readonly<Record<string, unknown>>): boolean {
  const ways: unknown[] = Array.isArray(amr) ? amr : []
  const some = (kind: readonly string[]) => kind.some(way => ways.includes(way))
  return (
    ways.includes('mfa') || (some(KNOWS) && some(HAS_OR_IS)) || (typeof acr === 'string' && LEVELS.test(acr))
  )
}
