/** Whether a person or a program wrote a mail, by its headers. */
export type SenderKind =
  | 'person'
  /** An automatic answer to one of our mails that needs no reply: an absence note, a receipt. */
  | 'answer'
  /** Sent by a program, but a person may wait for a reply: another site's form, a newsletter. */
  | 'machine'

export type Headers = (name: string) => readonly string[]

export function senderKindOf(all: Headers, subject = ''): SenderKind {
  const words = (name: string) => all(name).join(' ').trim().toLowerCase()
  const automatic = words('auto-submitted')
  const precedence = words('precedence')
  if (
    automatic.startsWith('auto-replied') ||
    /auto[_-]?reply/.test(precedence) ||
    hasEmptyReturnPath(all) ||
    ANSWERING.some(name => all(name).length > 0) ||
    /mailbox rules agent/.test(words('x-ms-exchange-generated-message-source')) ||
    (all('x-auto-response-suppress').length > 0 && all('in-reply-to').length > 0) ||
    ABSENT.test(subject.trim())
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

/** Exchange without Return-Path: some servers remove every other header that tells. */
const ABSENT = /^(?:réponse automatique|absence du bureau|automatic reply|out of office)\s*:/i
const ANSWERING = [
  'x-autoreply',
  'x-auto-reply',
  'x-autorespond',
  'x-autoresponder',
  'x-ms-exchange-inbox-rules-loop',
]
const SENDING = ['x-auto-response-suppress', 'list-id', 'list-unsubscribe']

/** The envelope sender `<>`: nothing may be sent back. */
export const hasEmptyReturnPath = (all: Headers) => all('return-path').some(path => path.trim() === '<>')
