import type { Param } from '../../../kernel/refusals/explanations.ts'
import { tidy } from '../../../kernel/texts/plain-text.ts'
import { firstLetters } from '../../../kernel/texts/texts.ts'
import { explain, type ImportExplanation } from '../explanations.ts'
import type { Note } from './item.ts'

const MOST = 500
const LONGEST = 300

/** Collects the notes of one reading, without duplicates and at most `MOST`; the rest is counted. */
export class Notes {
  readonly #kept = new Map<string, Note>()
  #more = 0

  info(what: ImportExplanation, item: string | null = null): void {
    this.#add({ level: 'info', ...what, item })
  }

  warn(what: ImportExplanation, item: string | null = null): void {
    this.#add({ level: 'warning', ...what, item })
  }

  #add({ level, code, params, item }: Note): void {
    const note = {
      level,
      code,
      params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, harmless(value)])),
      item: item === null ? null : firstLetters(item, LONGEST),
    }
    const key = `${note.item}\n${code}\n${JSON.stringify(note.params)}`
    if (this.#kept.has(key)) return
    if (this.#kept.size < MOST) this.#kept.set(key, note)
    else this.#more++
  }

  get all(): readonly Note[] {
    const notes = [...this.#kept.values()]
    if (this.#more === 0) return notes
    return [...notes, { level: 'info', ...explain('more_notes', { count: this.#more }), item: null }]
  }
}

/** Shortens a text of the source for a log line. */
export const quoted = (text: string): string => firstLetters(tidy(text).replaceAll(/\s+/g, ' '), 80)

/** Removes e-mail addresses, which texts of sources may contain. */
const harmless = (value: Param): Param =>
  typeof value === 'string' ? value.replaceAll(/[^\s"'<>]{1,100}@[^\s"'<>]{1,100}/g, '[…@…]') : value
