import { Problem } from '../../../kernel/refusals/errors.ts'
import { utf8OrWindows1252 } from '../../../kernel/texts/encodings.ts'
import { firstLetters } from '../../../kernel/texts/texts.ts'
import { TaskLost } from '../../../kernel/threads/thread-pool.ts'
import { type Incoming, keyOf, readMail } from './incoming.ts'

/** Reads the headers and the beginning of a mail that a busy machine could not read in time. */

export const isLate = (error: unknown): error is Problem =>
  error instanceof Problem && error.cause instanceof TaskLost && error.cause.why === 'late'

const LONGEST_HEAD = 64 * 1024
const SHOWN_LETTERS = 2_000
const UNREAD =
  '(Ce message n’a pas pu être lu en entier, après plusieurs essais. Demandez à la personne de l’écrire de nouveau, sans pièce jointe. En voici le début, tel qu’il est arrivé.)'

/** Reads the headers alone; the text is the beginning of the body, which is not decoded. */
export async function readBeginning(raw: Buffer): Promise<Incoming> {
  const text = raw.subarray(0, LONGEST_HEAD).toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)?.index
  if (end === undefined) throw new Problem('invalid_webhook_payload')
  const head = text.slice(0, end).replaceAll(ABOUT_CONTENT, '').trimEnd()
  const rest = utf8OrWindows1252(raw.subarray(end, end + 4 * SHOWN_LETTERS)).trim()
  const mail = await readMail(
    Buffer.concat([
      Buffer.from(head, 'latin1'),
      Buffer.from(
        `\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${UNREAD}\r\n\r\n${firstLetters(rest, SHOWN_LETTERS)}`,
      ),
    ]),
  )
  return { ...mail, key: keyOf(raw, mail.messageId, mail.from) }
}

const ABOUT_CONTENT = /^(?:content-[^:\r\n]*|mime-version):.*(?:\r?\n[ \t].*)*(?:\r?\n|$)/gim
