import { invalid } from '../../kernel/refusals/errors.ts'
import { perHour } from '../../kernel/routes/limits.ts'
import { firstLetters, storableLine } from '../../kernel/texts/texts.ts'

/** The largest file: a photograph, or the minutes of a council with annexes. */
export const MOST_BYTES = 15 * 1024 * 1024

/** Files of a user. */
export const UPLOADING = perHour('upload', 300, 'user')

const LONGEST_NAME = 200
const NAMELESS = 'Document.pdf'

/** The document's name in the header: the last part of a path, as one line of text. */
export function nameFrom(header: string | undefined): string {
  if (header === undefined) return NAMELESS
  let name: string
  try {
    name = decodeURIComponent(header)
  } catch {
    throw invalid('X-File-Name', 'doit être de l’UTF-8 encodé en pourcents', 'must be UTF-8, percent-encoded')
  }
  return documentName(name)
}

/** The last part of a path, as one line of text. */
export const documentName = (name: string): string => nameOf(name.split(/[/\\]/).at(-1) ?? '') || NAMELESS

/** Without signs that change the writing direction: `fdp.exe` must not read as `exe.pdf`. */
const nameOf = (name: string) =>
  firstLetters(storableLine(name.replaceAll(/[\p{Bidi_Control}\p{Cf}]+/gu, '')), LONGEST_NAME).trim()
