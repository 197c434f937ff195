import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { languageOf } from '../../../kernel/http/accept-language.ts'
import { type Language, Problem } from '../../../kernel/refusals/errors.ts'
import { utf8OrWindows1252 } from '../../../kernel/texts/encodings.ts'
import { isMessageId, oneAddress, oneLine } from '../../mail/addresses.ts'
import { tokensIn } from '../reply-address.ts'
import { type Bounce, readBounce } from './bounces.ts'
import { attachmentsOf, bodyOf, rightlyDecoded } from './mail-text.ts'
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
  const mail = await parse(raw)
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
    subject: oneLine(rightlyDecoded(mail.subject ?? ''), 200) || '(sans objet)',
    body: await bodyOf(mail),
    attachments: attachmentsOf(mail),
    language: languageOf(all('content-language')[0] ?? all('accept-language')[0]),
    nature,
    bounce: readBounce(mail, all),
  }
}

const RECIPIENTS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to', 'resent-to']

/** Where no part declares a charset, the parser takes bytes for UTF-8: old programs send windows-1252 so. */
const inUtf8 = (raw: Buffer): Buffer =>
  isUtf8(raw) || raw.includes('charset=') ? raw : Buffer.from(utf8OrWindows1252(raw))

async function parse(raw: Buffer): Promise<Email> {
  if (isTooMuch(raw)) throw unreadable()
  const mail = await PostalMime.parse(inUtf8(raw), LIMITS).catch(() => {
    throw unreadable()
  })
  if (mail.headers.length > MOST_HEADERS) throw unreadable()
  return mail
}

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
function keyOf(raw: Buffer, messageId: string | null, from: Person | undefined): Buffer {
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
    return { email: oneAddress(only.address, 'from'), nom: oneLine(only.name, 200) || null }
  } catch {
    // No answer can be sent there.
    return undefined
  }
}
