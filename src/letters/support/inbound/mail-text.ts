import { randomUUID } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { decodedOnce, isDoubleEncoded } from '../../../kernel/texts/encodings.ts'
import { firstLetters, storableLines } from '../../../kernel/texts/texts.ts'
import { oneLine } from '../../mail/addresses.ts'
import { LONGEST_NAME } from '../shapes.ts'

/** The plain text of a mail. Quoted text stays: where it begins cannot be known for sure. */

const LONGEST = 20_000
const MOST_NAMES = 50

export async function bodyOf(mail: Email): Promise<string> {
  const text = mail.text?.trim() ? mail.text : await textOf(mail.html ?? '')
  const storable = storableLines(rightlyDecoded(text)).trim()
  const beginning = firstLetters(storable, LONGEST)
  const whole = beginning === storable ? storable : `${beginning.trimEnd()}\n\n[Message coupé]`
  return whole || '(message vide)'
}

/** UTF-8 that its mail program declared as Latin-1, as it was written. */
export const rightlyDecoded = (text: string): string =>
  isDoubleEncoded(text) ? (decodedOnce(text) ?? text) : text

/** A part that its HTML shows is a photo from this size on, else the logo of a signature. */
const LARGE = 20 * 1024
const sizeOf = (content: ArrayBuffer | Uint8Array | string): number =>
  typeof content === 'string' ? content.length : content.byteLength

/** Names only; contents are not stored, since they may be personal papers. */
export const attachmentsOf = ({ attachments }: Email): string[] =>
  attachments
    .filter(({ related, content }) => !related || sizeOf(content) >= LARGE)
    .slice(0, MOST_NAMES)
    .map(({ filename }) => oneLine(filename ?? '', LONGEST_NAME) || 'sans nom')

/**
 * HTML as text. The mail parser converts an HTML part if the mail has a text part as well, so it is given a mail with
 * both.
 */
async function textOf(html: string): Promise<string> {
  if (html.trim() === '') return ''
  const boundary = randomUUID()
  const part = (type: string, content: string) =>
    `--${boundary}\r\nContent-Type: text/${type}; charset=utf-8\r\n\r\n${content}\r\n`
  const { text } = await PostalMime.parse(
    `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${part('plain', '')}${part('html', html)}--${boundary}--\r\n`,
  )
  return text ?? ''
}
