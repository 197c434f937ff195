import { createHash } from 'node:crypto'
import { asWritten } from './encodings.ts'
import { shortenedAtWord, storableLines } from './texts.ts'

/** Texts that PostgreSQL can store and people can read. */

/** Repairs letters; removes control characters, except line ends and tabs, and those that change the writing direction. */
export const tidy = (text: string): string => storableWords(asWritten(text).replaceAll(WITHOUT_WIDTH, ''))

/** Signs that part no words and show nothing. Joiners stay: scripts and emojis need them. */
const WITHOUT_WIDTH = /[\u180e\u200b\u2060-\u2064\ufff9-\ufffb]/g

const storableWords = (text: string): string =>
  storableLines(text.replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/g, ''))

/**
 * One line of plain text, or null when nothing is left. `<script` becomes `‹script`: a title is shown in many places, and a
 * client that forgets to escape it must not run it.
 */
export function plainLine(text: string | null | undefined, longest: number): string | null {
  const line = tidy((text ?? '').slice(0, longest * 50))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(?=[a-z/!?])/gi, '‹')
    .trim()
  return line === '' ? null : shortenedAtWord(line, longest)
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An identifier as the source gives it, hashed when it is too long to be kept. */
export function identifier(text: string | null | undefined): string | null {
  // Its letters stay: an identifier that changes is another item.
  const id = storableWords(text ?? '').trim()
  if (id === '') return null
  return [...id].length <= 300 ? id : `sha256:${hashOf(id)}`
}
