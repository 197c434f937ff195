/** Whether a person or a program wrote a mail, by its headers. */
export type SenderKind =
  | 'person'
  /** An automatic answer to one of our mails that needs no reply: an absence note, a receipt. */
  | 'answer'
  /** Sent by a program, but a person may wait for a reply: another site's form, a newsletter. */
  | 'machine'

export type Headers = (name: string) => readonly string[]

export function senderKindOf(all: Headers): SenderKind {
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

/** The envelope sender `<>`: nothing may be sent back. */
export const hasEmptyReturnPath = (all: Headers) => all('return-path').some(path => path.trim() === '<>')
