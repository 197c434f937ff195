import { domainToASCII } from 'node:url'
import type { Config } from '../kernel/config.ts'
import { isEmail } from '../kernel/config.ts'
import { invalid } from '../kernel/errors.ts'
import { normalized } from '../kernel/unicode.ts'

/** One mailbox. Never a string that a mail library would take apart: a comma in one makes a second recipient. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** One address that is exactly one address, for the envelope and for the header. */
export function oneAddress(value: string, path: string): string {
  const address = normalized(value.trim())
  const domain = address.slice(address.lastIndexOf('@') + 1)
  if (!isEmail(address) || /[\p{C}\p{Z}`|]/u.test(address) || !isDomain(domain))
    throw invalid(path, 'Une seule adresse e-mail est attendue.', 'One e-mail address is expected.')
  return address
}
const isDomain = (domain: string) =>
  // Asked first: what turns a name to ASCII reads it as part of an address, and drops what follows a slash.
  /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) &&
  /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$/i.test(domainToASCII(domain))

/**
 * What people typed, as one line: no control characters, nothing that turns the reading direction of what follows, and
 * no `=?…?=`, which mail programs would decode into whatever it hides.
 */
export const oneLine = (value: string, most: number): string => {
  const line = normalized(value.toWellFormed())
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length <= most
    ? line
    : `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

const MESSAGE_ID = /^<[^<>\s\p{C}]{1,120}@[^<>\s\p{C}]{1,120}>$/u
export const isMessageId = (value: string) => MESSAGE_ID.test(value)

/** Who writes, and from where. */
export interface Installation {
  readonly from: Mailbox
  /** Of `Message-ID`. */
  readonly domain: string
  /** Where people find it; absent while it only listens on this machine. */
  readonly url: string | undefined
}

/** A host that mail may come from. An address of numbers or a bare name would be refused everywhere. */
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
