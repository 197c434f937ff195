import type { Config } from '../../kernel/settings/config.ts'
import { installationOf, readsAnswers } from '../mail/addresses.ts'

const LONGEST_LOCAL_PART = 64
export const TOKEN_LETTERS = 32

/**
 * `support+<token>@ville.fr`: an answer finds its thread even when a mail program drops In-Reply-To and References.
 * Only where incoming mail is configured (`INBOUND_MAIL_SECRETS`), since such an address may not exist elsewhere.
 */
export function replyAddress(
  config: Pick<Config, 'mailFrom' | 'publicUrl' | 'inboundMailSecrets'>,
  token: string,
): string | undefined {
  if (!readsAnswers(config)) return undefined
  const { address } = installationOf(config).from
  const at = address.lastIndexOf('@')
  const local = `${address.slice(0, at)}+${token}`
  return local.length > LONGEST_LOCAL_PART ? undefined : local + address.slice(at)
}

/** The tokens in the addresses of a mail's headers. */
export const tokensIn = (headers: readonly string[]): string[] => [
  ...new Set(
    headers.flatMap(header =>
      [...header.toLowerCase().matchAll(/\+([0-9a-f]{32})@/g)].map(([, token = '']) => token),
    ),
  ),
]
