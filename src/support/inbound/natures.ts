/** Who wrote a mail, as its headers say. */
export type Nature =
  | 'person'
  /** Nobody wrote it and nobody waits: an absence, a receipt. It answers something of ours. */
  | 'answer'
  /** Nobody wrote it, but somebody may wait: the form of another site, a newsletter. */
  | 'machine'

export type Headers = (name: string) => readonly string[]

export function natureOf(all: Headers): Nature {
  const words = (name: string) => all(name).join(' ').trim().toLowerCase()
  const automatic = words('auto-submitted')
  const precedence = words('precedence')
  if (
    automatic.startsWith('auto-replied') ||
    /auto[_-]?reply/.test(precedence) ||
    hasEmptyReturnPath(all) ||
    ANSWERING.some(name => all(name).length > 0)
  )
    return 'answer'
  if (
    (automatic !== '' && !/^no\b/.test(automatic)) ||
    /bulk|junk|list/.test(precedence) ||
    SENDING.some(name => all(name).length > 0)
  )
    return 'machine'
  return 'person'
}

const ANSWERING = ['x-autoreply', 'x-auto-reply', 'x-autorespond', 'x-autoresponder']
const SENDING = ['x-auto-response-suppress', 'list-id', 'list-unsubscribe']

/** `<>`: nothing may ever be sent back. */
export const hasEmptyReturnPath = (all: Headers) => all('return-path').some(path => path.trim() === '<>')
