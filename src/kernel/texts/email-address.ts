import { domainToASCII } from 'node:url'

/** One e-mail address, the same rule for forms, settings and registers. */
export const isEmail = (value: string) =>
  value.length <= 254 &&
  /^[^\s@<>(),;:\\"[\]\p{Cc}]{1,64}@[^\s@<>(),;:\\"[\]\p{Cc}]+\.[^\s@.<>(),;:\\"[\]\p{Cc}]{2,}$/u.test(value)

/** An address, or a name with one: `Parvis <parvis@example.fr>`. */
export const isMailbox = (value: string) => isEmail(/^[^<>\r\n,;]*<([^<>]+)>$/.exec(value)?.[1] ?? value)

const GMAIL = ['gmail.com', 'googlemail.com']

/** Two addresses of one mailbox give the same text: for limits only, because mail goes to the address as typed. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const typed = address.slice(at + 1)
  const domain = (domainToASCII(typed) || typed).toLowerCase()
  const name = address
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/su, '')
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@${GMAIL[0]}` : `${name}@${domain}`
}
