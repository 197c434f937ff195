import { domainToASCII, domainToUnicode } from 'node:url'

const LONGEST = 254

/** One e-mail address, the same rule for forms, settings and registers. */
export const isEmail = (value: string) =>
  value.length <= LONGEST &&
  /^[^\s@<>(),;:\\"[\]\p{Cc}]{1,64}@[^\s@<>(),;:\\"[\]\p{Cc}]+\.[^\s@.<>(),;:\\"[\]\p{Cc}]{2,}$/u.test(value)

/** An address, or a name with one: `Parvis <parvis@example.fr>`. */
export const isMailbox = (value: string) => isEmail(/^[^<>\r\n,;]*<([^<>]+)>$/.exec(value)?.[1] ?? value)

/**
 * An address in the spellings of its domain, in lower case: first as DNS has it (`anne@xn--lan-9la.fr`), then as it is read
 * (`anne@élan.fr`). A single one where both are the same.
 */
export function spellingsOf(email: string): readonly [string, ...string[]] {
  const lower = email.toLowerCase()
  const at = lower.lastIndexOf('@') + 1
  const [box, domain] = [lower.slice(0, at), lower.slice(at)]
  // Checked first: `domainToASCII` reads the name as part of a URL and drops what follows a slash.
  const isOther = /[^\x21-\x7e]|xn--/.test(domain) && /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)
  const asked = isOther ? domainToASCII(domain) : ''
  // Punycode may be too long for an address: then there is one spelling.
  return asked === '' || at + asked.length > LONGEST ? [lower] : [box + asked, box + domainToUnicode(asked)]
}

const GMAIL = ['gmail.com', 'googlemail.com']

/** Two addresses of one mailbox give the same text: for limits only, because mail goes to the address as typed. */
export function mailboxOf(address: string): string {
  const [spelling] = spellingsOf(address)
  const at = spelling.lastIndexOf('@')
  const domain = spelling.slice(at + 1)
  const name = spelling.slice(0, at).replace(/(?<=.)\+.*$/su, '')
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@${GMAIL[0]}` : `${name}@${domain}`
}
