import { randomUUID } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { normalized } from '../../kernel/unicode.ts'
import { oneLine } from '../../mail/addresses.ts'

/** The text of a mail, plain. Quoted text stays: where it begins cannot be known for sure. */

const LONGEST = 20_000
const MOST_NAMES = 20

export async function bodyOf(mail: Email): Promise<string> {
  const said = cleaned(mail.text?.trim() ? mail.text : await textOf(mail.html ?? ''))
  const letters = [...said]
  const whole =
    letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('').trimEnd()}\n\n[Message coupé]` : said
  return [whole || (mail.attachments.length > 0 ? '' : '(message vide)'), namesOf(mail)]
    .filter(Boolean)
    .join('\n\n')
}

/** Attachments are not stored, since they may be personal papers; their names are appended to the text. */
function namesOf({ attachments }: Email): string {
  const files = attachments.filter(({ related }) => !related)
  if (files.length === 0) return ''
  const names = files.slice(0, MOST_NAMES).map(({ filename }) => oneLine(filename ?? '', 100) || 'sans nom')
  const more = files.length > names.length ? ` et ${files.length - names.length} de plus` : ''
  return `[Pièces jointes non conservées : ${names.join(', ')}${more}]`
}

/** Without characters that PostgreSQL cannot store, and without control characters but line ends. */
const cleaned = (text: string): string =>
  normalized(
    text
      .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .toWellFormed(),
  ).trim()

/**
 * HTML as text, by the mail parser: it converts an HTML part to text when the mail has a text part as well, so it is given
 * a mail with both.
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
