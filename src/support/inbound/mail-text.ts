import { randomUUID } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { firstLetters, storableLines } from '../../kernel/texts.ts'
import { oneLine } from '../../mail/addresses.ts'

/** The text of a mail, plain. Quoted text stays: where it begins cannot be known for sure. */

const LONGEST = 20_000
const MOST_NAMES = 20

export async function bodyOf(mail: Email): Promise<string> {
  const said = storableLines(mail.text?.trim() ? mail.text : await textOf(mail.html ?? '')).trim()
  const beginning = firstLetters(said, LONGEST)
  const whole = beginning === said ? said : `${beginning.trimEnd()}\n\n[Message coupé]`
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
