import type { Secrets } from '../../kernel/settings/secrets.ts'

/** The right to download the file of one commune, for some minutes, in its address: a browser sends no token with a download. */
interface Ticket {
  readonly ref: string
  readonly expires: Date
}

export const DOWNLOADS = '/commune-files'
export const MINUTES = 5

const PURPOSE = 'commune file'

export const sealTicket = (secrets: Secrets, { ref, expires }: Ticket): string =>
  secrets.seal(JSON.stringify([PURPOSE, ref, expires.getTime()]))

/** Undefined where it is no ticket, or too old. */
export function openTicket(secrets: Secrets, sealed: string, now: Date): string | undefined {
  try {
    const [purpose, ref, expires] = JSON.parse(secrets.open(sealed)) as [unknown, unknown, unknown]
    const isValid = purpose === PURPOSE && typeof ref === 'string' && Number(expires) > now.getTime()
    return isValid ? ref : undefined
  } catch {
    return undefined
  }
}
