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
    ABSENT.test(subject.trim()) ||
    (PERHAPS_ABSENT.test(subject.trim()) && isReply(all)) ||
    /^multipart\/report\b.*disposition-notification/.test(words('content-type'))
  )
    return 'answer'
  if (
    (automatic !== '' && !/^no\b/.test(automatic)) ||
    /bulk|junk|list/.test(precedence) ||
    PERHAPS_ABSENT.test(subject.trim()) ||
    // It asks whoever writes to its client to confirm that they are no robot.
    MADE_BY.some(name => words(name).includes('mailinblack')) ||
    SENDING.some(name => all(name).length > 0)
  )
    return 'machine'
  return 'person'
}

/** Exchange without Return-Path: some servers remove every other header that tells. */
const ABSENT =
  /^(?:(?:réponse automatique|absence du bureau|automatic reply|out of office)\s*:|absent(?:\(e\)|e)? du bureau\b)/i
/** A parent may write “Absence : Léa, mardi”: such a mail counts as an absence note only where it answers another one. */
const PERHAPS_ABSENT = /^(?:absence\s*:|message d[’']absence\b|\[absence\])/i
const isReply = (all: Headers) => all('in-reply-to').length > 0 || all('references').length > 0
const MADE_BY = ['from', 'return-path', 'message-id', 'x-mailer']
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
