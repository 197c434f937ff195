import { createHash } from 'node:crypto'
import { normalized } from '../../../kernel/unicode.ts'

/** Texts that PostgreSQL can store and people can read. */

/** Without control characters but line ends and tabs, and without signs that change the writing direction. */
export const tidy = (text: string): string =>
  normalized(
    text
      .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
      .replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/gu, '')
      .toWellFormed(),
  )

/**
 * One line of plain text, or null when nothing is left. `<script` becomes `‹script`: a title is shown in many places, and a
 * client that forgets to escape it must not run it.
 */
export function plainLine(text: string | null | undefined, longest: number): string | null {
  const line = tidy((text ?? '').slice(0, longest * 50))
    .replaceAll(/[\s\u200b\u2060]+/g, ' ')
    .replaceAll(/<(?=[a-z/!?])/gi, '‹')
    .trim()
  return line === '' ? null : cut(line, longest)
}

/** Cut at a word, with "…"; lengths in code points, as PostgreSQL counts. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  const letters = [...text]
  if (letters.length <= longest) return text
  const kept = letters.slice(0, longest - 1).join('')
  // A word longer than a tenth of the whole (an address, a language without spaces) is cut in the middle.
  const word = /\s\S*$/.exec(kept.slice(-Math.max(40, Math.floor(longest / 10))))
  const whole = word ? kept.slice(0, kept.length - word[0].length) : kept
  return `${whole.trimEnd()}…`
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An identifier as the source gives it, hashed when it is too long to be kept. */
export function identifier(text: string | null | undefined): string | null {
  const id = tidy(text ?? '').trim()
  if (id === '') return null
  return [...id].length <= 300 ? id : `sha256:${hashOf(id)}`
}
