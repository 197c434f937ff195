import { firstLetters } from '../../kernel/texts.ts'
import type { Note } from './item.ts'
import { tidy } from './texts/plain-text.ts'

const MOST = 500
const LONGEST = 300

/** Notes of a reading, each once; of a source with thousands of faults, the first ones. */
export class Notes {
  readonly #kept = new Map<string, Note>()
  #more = 0

  info(message: string, item: string | null = null): void {
    this.#add({ level: 'info', message, item })
  }

  warn(message: string, item: string | null = null): void {
    this.#add({ level: 'warning', message, item })
  }

  #add({ level, message, item }: Note): void {
    const note = {
      level,
      message: firstLetters(withoutAddresses(message), LONGEST),
      item: item === null ? null : firstLetters(item, LONGEST),
    }
    const key = `${note.item}\n${note.message}`
    if (this.#kept.has(key)) return
    if (this.#kept.size < MOST) this.#kept.set(key, note)
    else this.#more++
  }

  get all(): readonly Note[] {
    const notes = [...this.#kept.values()]
    if (this.#more === 0) return notes
    return [...notes, { level: 'info', message: `And ${this.#more} more of the kind.`, item: null }]
  }
}

/** A text of the source, short enough for a line of the log. */
export const quoted = (text: string): string => `"${firstLetters(tidy(text).replaceAll(/\s+/g, ' '), 80)}"`

/** Removes e-mail addresses, which texts of sources may contain. */
const withoutAddresses = (message: string): string =>
  message.replaceAll(/[^\s"'<>]{1,100}@[^\s"'<>]{1,100}/g, '[address]')
