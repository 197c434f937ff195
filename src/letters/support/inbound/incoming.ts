import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { languageOf } from '../../../kernel/http/accept-language.ts'
import { type Language, Problem } from '../../../kernel/refusals/errors.ts'
import { asWritten, isOtherScript, utf8OrWindows1252 } from '../../../kernel/texts/encodings.ts'
import { acteurTokensIn } from '../../mail/acteur-address.ts'
import { isMessageId, oneAddress, oneLine } from '../../mail/addresses.ts'
import { tokensIn } from '../reply-address.ts'
import { type Bounce, readBounce } from './bounces.ts'
import { attachmentsOf, bodyOf } from './mail-text.ts'
import { isOneMailbox } from './one-mailbox.ts'
import { type SenderKind, senderKindOf } from './person-or-program.ts'

/** An incoming mail after parsing: later code does not see MIME. */
export interface Incoming {
  /** Identifies the mail across repeated deliveries. */
  readonly key: Buffer
  readonly messageId: string | null
  readonly from: Person | undefined
  /** The address for answers (Reply-To); else `from`. */
  readonly replyTo: Person | undefined
  /** The Message-IDs it answers: In-Reply-To, then References from last to first. */
  readonly answers: readonly string[]
  readonly tokens: readonly string[]
  /** The tokens in addresses of acteurs, whose mails become drafts. */
  readonly acteurTokens: readonly string[]
  /** Each header `Authentication-Results`, as it was written: see authentication.ts. */
  readonly authentication: readonly string[]
  readonly subject: string
  readonly body: string
  readonly attachments: readonly string[]
  readonly language: Language
  readonly nature: SenderKind
  readonly bounce: Bounce | undefined
}

export interface Person {
  readonly nom: string | null
  readonly email: string
}

/**
 * A mail within these limits is parsed within ten seconds, mostly one (measured); beyond them it may take minutes.
 */
export const LARGEST_MAIL = 10 * 1024 * 1024
const MOST_LINES = 250_000
const MOST_PARTS = 5_000
const MOST_HEADERS = 1_000
const LIMITS = { maxNestingDepth: 50, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 3 } as const
const MOST_ANSWERS = 100

export async function readMail(raw: Buffer): Promise<Incoming> {
  const mail = await parseMail(raw)
  const all = (name: string) => mail.headers.flatMap(({ key, value }) => (key === name ? [value] : []))
  // Refuses two senders: the mail server may have checked the other one.
  const from = isAlone(all('from')) ? personOf(mail.from) : undefined
  const nature = senderKindOf(all, mail.subject)
  const ids = [all('in-reply-to'), all('references')].map(idsIn)
  const answers = [...(ids[0] ?? []), ...(ids[1] ?? []).toReversed()]
  const messageId = idsIn(all('message-id'))[0] ?? null
  return {
    key: keyOf(raw, messageId, from),
    messageId,
    from,
    replyTo: isAlone(all('reply-to')) ? personOf(mail.replyTo?.[0]) : undefined,
    answers: [...new Set(answers)].slice(0, MOST_ANSWERS),
    tokens: tokensIn(RECIPIENTS.flatMap(all)).slice(0, 10),
    acteurTokens: acteurTokensIn(RECIPIENTS.flatMap(all)).slice(0, 10),
    authentication: mail.headerLines.flatMap(({ line }) => AUTHENTICATION.exec(line)?.[1] ?? []),
    subject: oneLine(asWritten(mail.subject ?? ''), 200) || '(sans objet)',
    body: bodyOf(mail),
    attachments: attachmentsOf(mail),
    language: languageOf(all('content-language')[0] ?? all('accept-language')[0]),
    nature,
    bounce: readBounce(mail, all),
  }
}

/** Not with a blank before the colon: a server that removes such headers may not know that one. */
const AUTHENTICATION = /^authentication-results:(.*)$/is
const RECIPIENTS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to', 'resent-to']

/** The parts of a mail, with its letters mended. */
export async function parseMail(raw: Buffer): Promise<Email> {
  if (isTooMuch(raw)) throw unreadable()
  const read = (bytes: Buffer) =>
    PostalMime.parse(bytes, LIMITS).catch(() => {
      throw unreadable()
    })
  const mail = await read(raw)
  if (mail.headers.length > MOST_HEADERS) throw unreadable()
  const head = [mail.subject, mail.from?.name, ...mail.headers.map(({ value }) => value)].some(isDamaged)
  const body = [mail.text, mail.html].some(isDamaged)
  return head || body ? await read(asWindows1252(raw, { head, body })) : mail
}

const isDamaged = (text = ''): boolean => text.includes('\ufffd') && !isOtherScript(text)

/**
 * A mail with characters that are not the UTF-8 they should be: raw letters in its headers, a part without a charset, or one
 * that says UTF-8. These are read as windows-1252, and UTF-8 among them is decoded afterwards.
 */
function asWindows1252(raw: Buffer, { head, body }: { head: boolean; body: boolean }): Buffer {
  const bytes = raw.toString('latin1')
  const end = /\r?\n\r?\n/.exec(bytes)?.index ?? bytes.length
  const first = utf8OrWindows1252(raw.subarray(0, end))
  const words = head ? first.replaceAll(/=\?utf-?8\?(?=[bq]\?)/gi, '=?windows-1252?') : first
  if (!body) return Buffer.concat([Buffer.from(words), raw.subarray(end)])
  const typed = /^content-type:/im.test(words) ? words : `Content-Type: text/plain\r\n${words}`
  return Buffer.concat([Buffer.from(relabelled(typed)), Buffer.from(relabelled(bytes.slice(end)), 'latin1')])
}

const relabelled = (text: string): string =>
  text
    .replaceAll(
      /^(content-type:[ \t]*text\/(?:plain|html))(?!(?:.|\r?\n[ \t])*charset)(?=[; \t\r\n])/gim,
      '$1; charset=windows-1252',
    )
    .replaceAll(/(\bcharset="?)utf-?8\b/gi, '$1windows-1252')

const unreadable = () => new Problem('invalid_webhook_payload')

/** Counts lines and parts before parsing, since each costs parser time. */
function isTooMuch(raw: Buffer): boolean {
  let lines = 0
  let dashes = 0
  for (let at = 0; at !== -1 && at < raw.length; ) {
    if (raw[at] === DASH && raw[at + 1] === DASH) dashes++
    lines++
    const end = raw.indexOf(NEWLINE, at)
    at = end === -1 ? -1 : end + 1
  }
  return lines > MOST_LINES || dashes > MOST_PARTS
}
const NEWLINE = 10
const DASH = 45

/** The sender is part of the key: by Message-ID alone, another sender's mail could pass for a copy. */
export function keyOf(raw: Buffer, messageId: string | null, from: Person | undefined): Buffer {
  const hash = createHash('sha256')
  return messageId === null
    ? hash.update(raw).digest()
    : hash.update(`${messageId}\n${from?.email.toLowerCase() ?? ''}`).digest()
}

const idsIn = (headers: readonly string[]): string[] =>
  headers.flatMap(header => header.match(/<[^<>\s]{1,250}>/g) ?? []).filter(isMessageId)

const isAlone = ([header, ...more]: readonly string[]): boolean =>
  header !== undefined && more.length === 0 && isOneMailbox(header)

function personOf(address: Email['from']): Person | undefined {
  // A name with a colon, as some programs write it, parses as a group with one member.
  const only = address?.group?.length === 1 ? { name: '', address: address.group[0]?.address } : address
  if (!only?.address) return undefined
  try {
    return { email: oneAddress(only.address, 'from'), nom: oneLine(asWritten(only.name ?? ''), 200) || null }
  } catch {
    // No answer can be sent there.
    return undefined
  }
}
