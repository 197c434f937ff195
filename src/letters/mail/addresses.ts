import { domainToASCII } from 'node:url'
import { invalid } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { isEmail } from '../../kernel/texts/email-address.ts'
import { normalized, shortened } from '../../kernel/texts/texts.ts'

/** One mailbox. Never a string that a mail library would parse: a comma in it makes a second recipient. */
interface Mailbox {
  readonly name: string
  readonly address: string
}

/** Checks that a text is exactly one address, for the envelope and for the header. */
export function oneAddress(value: string, path: string): string {
  const address = normalized(value.trim())
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (!isEmail(address) || /[\p{C}\p{Z}`|]/u.test(address) || !isDomain(domain))
    throw invalid(path, 'Une seule adresse électronique est attendue.', 'One e-mail address is expected.')
  return address
}
const isDomain = (domain: string) =>
  // Checked first: `domainToASCII` reads the name as part of a URL and drops what follows a slash.
  /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) &&
  /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/i.test(domainToASCII(domain))

/**
 * User input as one line: without control characters, without signs that change the writing direction, and without
 * `=?…?=`, which mail programs would decode.
 */
export const oneLine = (value: string, most: number): string => {
  const line = normalized(value.toWellFormed())
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return shortened(line, most)
}

const MESSAGE_ID = /^<[^<>\s\p{C}]{1,120}@[^<>\s\p{C}]{1,120}>$/u
export const isMessageId = (value: string) => MESSAGE_ID.test(value)

/** Incoming mail is configured, so answers are read. */
export const readsAnswers = ({
  mailFrom,
  inboundMailSecrets,
}: Pick<Config, 'mailFrom' | 'inboundMailSecrets'>): boolean =>
  mailFrom !== undefined && inboundMailSecrets.length > 0

/** The sender of the installation, and its address on the web. */
export interface Installation {
  readonly from: Mailbox
  /** The domain of `Message-ID`. */
  readonly domain: string
  /** Absent while the service only listens on this machine. */
  readonly url: string | undefined
}

/** A host for the sender's address: mail servers refuse an IP address or a name without a dot. */
const LOCAL = 'parvis.localhost'

export function installationOf({
  mailFrom,
  publicUrl,
}: Pick<Config, 'mailFrom' | 'publicUrl'>): Installation {
  const host = publicUrl === undefined ? LOCAL : new URL(publicUrl).hostname
  const home = /[a-z]/i.test(host) && host.includes('.') && !host.startsWith('[') ? host : LOCAL
  const [, name = '', inner] = /^([^<>]*)<([^<>]+)>$/.exec(mailFrom ?? '') ?? []
  const address = inner ?? mailFrom ?? `no-reply@${home}`
  return {
    from: { name: oneLine(name.trim().replace(/^"(.*)"$/, '$1'), 100) || 'Parvis', address: address.trim() },
    domain: domainToASCII(address.trim().slice(address.trim().lastIndexOf('@') + 1)) || home,
    url: publicUrl,
  }
}
