import type { Attachment, Email } from 'postal-mime'
import { isAddressGone, readableAnswer } from '../../mail/smtp-answers.ts'
import { type Headers, hasEmptyReturnPath } from './person-or-program.ts'

/** A mail server's report about one of our mails. */
export interface Bounce {
  /** The mail will not arrive; a delay or a receipt is no failure. */
  readonly failed: boolean
  /** The address does not exist, or no longer: further mails will not arrive either. */
  readonly isAddressGone: boolean
  /** The recipient called the mail spam, and their provider reports it (ARF): they want no more of it. */
  readonly isComplaint: boolean
  /** Every Message-ID in the report; one of them is our mail's. */
  readonly about: readonly string[]
  /** The server's message, as one line. */
  readonly words: string
}

/** How much of each part is searched. */
const LONGEST_PART = 64 * 1024
const MOST_IDS = 100

export function readBounce(mail: Email, all: Headers): Bounce | undefined {
  const feedback = mail.attachments.find(({ mimeType }) => mimeType === 'message/feedback-report')
  if (feedback) return fromComplaint(mail, all, textOf(feedback))
  const status = mail.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  const report = /^\s*multipart\/report\b/i.test(all('content-type')[0] ?? '')
  if (status && (report || isFromServer(mail, all))) return fromReport(mail, all, textOf(status))
  // Many servers send no standard report, so the text is searched for the usual words.
  const named = all('x-failed-recipients').length > 0
  if (named || (isFromServer(mail, all) && SAYS_SO.test(mail.subject ?? ''))) return fromWords(mail, all)
  return undefined
}

const isFromServer = (mail: Email, all: Headers) =>
  hasEmptyReturnPath(all) ||
  DAEMON.test(mail.from?.address ?? '') ||
  all('from').some(from => NOBODY.test(from.slice(0, 300).trim()))

/** `From: <>`, with a name or without, and `MAILER-DAEMON` without a domain. */
const NOBODY = /^[^<>@]*<>$|^<?mailer-daemon>?(?:\s|$)|<mailer-daemon>$/i
const DAEMON = /^(mailer-daemon|postmaster|mail-daemon)(@|$)/i

const SAYS_SO =
  /undeliver|non[- ]?remis|non[- ]?distribu|delivery (status|failure|has failed|incomplete)|returned mail|failure notice|mail delivery (failed|system)|returning message|[ée]chec/i

function fromComplaint(mail: Email, all: Headers, report: string): Bounce {
  const isSpam = !/^feedback-type:\s*not-spam/im.test(report)
  return { ...NOTHING, isComplaint: isSpam, about: isSpam ? idsOf(mail, all) : [], words: '' }
}

const NOTHING = { failed: false, isAddressGone: false, isComplaint: false }

function fromReport(mail: Email, all: Headers, status: string): Bounce {
  const field = (name: string) =>
    new RegExp(`^${name}:[ \\t]*(.*(?:\\r?\\n[ \\t].*)*)`, 'im')
      .exec(status)?.[1]
      ?.replaceAll(/\s+/g, ' ')
      .trim()
  const code = field('Status')
  const diagnostic = field('Diagnostic-Code')?.replace(/^[\w-]+\s*;\s*/, '')
  return {
    ...NOTHING,
    failed: field('Action')?.toLowerCase().startsWith('failed') ?? false,
    isAddressGone: isAddressGone(`${code} ${diagnostic}`),
    about: idsOf(mail, all),
    words: readableAnswer(diagnostic || code || firstRefusal(mail.text ?? '')),
  }
}

function fromWords(mail: Email, all: Headers): Bounce {
  const text = (mail.text ?? mail.html ?? '').slice(0, LONGEST_PART)
  const later = /delay|warning|will (be retried|keep trying)|retard/i.test(mail.subject ?? '')
  const words = readableAnswer(firstRefusal(text))
  return { ...NOTHING, failed: !later, isAddressGone: isAddressGone(words), about: idsOf(mail, all), words }
}

/** `550 5.1.1 User unknown`, or the line most like it. */
const firstRefusal = (text: string): string =>
  (/\b5\d\d[ -](?:#?5\.\d{1,3}\.\d{1,3}\b)?.{0,300}/.exec(text) ??
    /^.{0,300}\b5\.\d{1,3}\.\d{1,3}\b.{0,300}/m.exec(text))?.[0] ?? 'The mail came back.'

/** From its own headers and those of the returned mail, wherever they are in the report. */
function idsOf(mail: Email, all: Headers): string[] {
  const texts = [
    ...all('in-reply-to'),
    ...all('references'),
    ...mail.attachments.slice(0, 10).map(textOf),
    (mail.text ?? mail.html ?? '').slice(0, LONGEST_PART),
  ]
  const ids = texts.flatMap(text => text.match(/<[^<>\s]{1,120}@[^<>\s]{1,120}>/g) ?? [])
  return [...new Set(ids)].slice(0, MOST_IDS)
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string'
    ? content.slice(0, LONGEST_PART)
    : Buffer.from(new Uint8Array(content).subarray(0, LONGEST_PART)).toString('latin1')
