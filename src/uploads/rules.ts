import { invalid } from '../kernel/errors.ts'
import { firstLetters, storableLine } from '../kernel/texts.ts'

/** The largest file that is taken: a photograph, or the minutes of a council with its annexes. */
export const MOST_BYTES = 15 * 1024 * 1024

const LONGEST_NAME = 200
const NAMELESS = 'Document.pdf'

/** What the header says that a document is called: the last part of a path, as one line of text. */
export function nameFrom(header: string | undefined): string {
  if (header === undefined) return NAMELESS
  let name: string
  try {
    name = decodeURIComponent(header)
  } catch {
    throw invalid('X-File-Name', 'doit être de l’UTF-8 encodé en pourcents', 'must be UTF-8, percent-encoded')
  }
  return nameOf(name.split(/[/\\]/).at(-1) ?? '') || NAMELESS
}

/** Nothing turns it around when it is shown: `fdp.exe` is not read as `exe.pdf`. */
const nameOf = (name: string) =>
  firstLetters(storableLine(name.replaceAll(/[\p{Bidi_Control}\p{Cf}]+/gu, '')), LONGEST_NAME).trim()
