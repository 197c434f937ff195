import { randomUUID } from 'node:crypto'
import PostalMime, { type Email } from 'postal-mime'
import { normalized } from '../../kernel/unicode.ts'
import { oneLine } from '../../mail/addresses.ts'

/** What a mail says, as plain text. What it quotes stays: nobody can tell for sure where the quoting begins. */

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

/** Files are not kept: they would be somebody's papers, and nobody's to throw away. That they were sent is told. */
function namesOf({ attachments }: Email): string {
  const files = attachments.filter(({ related }) => !related)
  if (files.length === 0) return ''
  const names = files.slice(0, MOST_NAMES).map(({ filename }) => oneLine(filename ?? '', 100) || 'sans nom')
  const more = files.length > names.length ? ` et ${files.length - names.length} de plus` : ''
  return `[Pièces jointes non conservées : ${names.join(', ')}${more}]`
}

/** Nothing that PostgreSQL cannot hold, and no control character but the ends of lines. */
const cleaned = (text: string): string =>
  normalized(
    text
      .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll(/[^\P{Cc}\n\t]/gu, '')
      .toWellFormed(),
  ).trim()

/**
 * HTML as text, by the parser that reads mails: a part is written as text when another part of the mail is text
 * already. So it is given a mail of these two.
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
