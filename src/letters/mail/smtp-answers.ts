import { shortened } from '../../kernel/texts/texts.ts'

/** The outcome of one attempt to send a mail, and what errors of the mail library mean. */

export type SendResult =
  | { readonly kind: 'sent'; readonly file?: string }
  /** `refused` for good, or `delayed`; `words` are for people, `code` may be logged. */
  | {
      readonly kind: 'refused' | 'delayed'
      readonly words: string
      readonly code: string
      /** A sentence for the operator, who alone can fix it: it quotes nothing and may be logged. */
      readonly advice?: string
    }

interface Failure {
  readonly code: string
  readonly original: string
  readonly command: string
  readonly status: number | undefined
  readonly response: string | undefined
}

const failureOf = (error: unknown): Failure => {
  const of = (error ?? {}) as Record<string, unknown>
  return {
    code: typeof of.code === 'string' ? of.code : 'unknown',
    original: typeof of.originalCode === 'string' ? of.originalCode : '',
    command: typeof of.command === 'string' ? of.command : '',
    status: typeof of.responseCode === 'number' ? of.responseCode : undefined,
    response: typeof of.response === 'string' ? of.response : undefined,
  }
}

/** SMTP commands about this mail. A refusal of the greeting or password is about the service: retried. */
const ABOUT_THE_MAIL = /^(MAIL|RCPT|DATA)/
/** The server wants authentication or encryption first: the operator has to fix it. */
const ABOUT_US = new Set([530, 534, 535, 538])
/** No server will ever take this mail: no retry. */
const HOPELESS = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM', 'EFILEACCESS', 'EURLACCESS'])

export function sendResultOf(error: unknown): SendResult {
  const { code, original, command, status, response } = failureOf(error)
  const word = [code, status ?? original].filter(Boolean).join(' ')
  if (code === 'ETLS' && status !== undefined)
    return { kind: 'delayed', words: NO_ENCRYPTION, code: word, advice: NO_ENCRYPTION }
  if (status !== undefined && response !== undefined) {
    const final = status >= 500 && ABOUT_THE_MAIL.test(command) && !ABOUT_US.has(status)
    return { kind: final ? 'refused' : 'delayed', words: readableAnswer(response), code: word }
  }
  if (HOPELESS.has(code)) return { kind: 'refused', words: NOT_COMPOSED, code: word }
  return { kind: 'delayed', words: SENTENCES[code] ?? `The mail was not taken (${word}).`, code: word }
}

export const TOO_LATE = 'Not sent: it was too old to be of use.'
export const NOT_WRITTEN = 'The folder of the outbox could not be written'
const NOT_COMPOSED = 'The mail could not be composed.'
const NO_ENCRYPTION =
  'The mail server offers no encryption, and a password is not sent without: use smtps:// in SMTP_URL, or add ' +
  '?requireTLS=false on a line that nobody else can read.'

const SENTENCES: Readonly<Record<string, string>> = {
  EABORT: 'The mail server took too long.',
  ETIMEDOUT: 'The mail server took too long.',
  ECONNECTION: 'The mail server closed the connection.',
  ESOCKET: 'The mail server could not be reached.',
  EDNS: 'The name of the mail server was not found.',
  ETLS: 'The encrypted connection to the mail server failed.',
}

/** How our own error texts begin, and the reason each stands for. */
export const OWN_WORDS = [
  [TOO_LATE, 'too_late'],
  [NOT_COMPOSED, 'not_composed'],
  [NO_ENCRYPTION.slice(0, 40), 'not_encrypted'],
  ['The encrypted connection', 'not_encrypted'],
  ['The mail server ', 'not_reached'],
  ['The name of the mail server', 'not_reached'],
  ['The mail was not taken', 'not_reached'],
  [NOT_WRITTEN, 'not_written'],
] as const

/**
 * By the status codes for mailboxes and domains that do not exist, or are out of use (RFC 3463). Not 5.1.0, 5.1.7 and 5.1.8,
 * which may be about our own address.
 */
export const isAddressGone = (words: string): boolean =>
  /(?<![\d.])5\.(?:1\.(?:[1236]|10)|2\.1)(?!\.?\d)/.test(words)

/** The server's words as one line without addresses of people. */
export const readableAnswer = (response: string): string => {
  const line = response
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    // Anchored at the beginning of a word: otherwise a long word would be scanned again from each of its letters.
    .replaceAll(/<?(?<![^\s<>,;:"'()[\]])[^\s<>,;:"'()[\]]+@[^\s<>,;:"'()[\]]+>?/g, '<…>')
    .replaceAll(/<…>(\s*[,;]\s*<…>)+/g, '<…>')
    .trim()
  return shortened(line, 500)
}
