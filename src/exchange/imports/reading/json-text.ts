import { explain } from '../explanations.ts'
import { Unreadable } from './item.ts'
import type { Notes } from './notes.ts'

/** Parses a JSON document. Of a truncated document, returns the complete elements of its list. */
export function parseJson(text: string, notes: Notes): object {
  const value = attempt(text) ?? cutShort(text, notes)
  if (typeof value === 'object' && value !== null) return value
  throw new Unreadable(explain('malformed_json'))
}

function attempt(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' }
/** The list of items is the document itself or one of its fields. */
const SHALLOW = 3

/** Cuts the text after the last complete element of an outer list, and closes the brackets. */
function cutShort(text: string, notes: Notes): unknown {
  const open: string[] = []
  let within = false
  let good: { at: number; open: string[] } | undefined
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (within) {
      if (character === '\\') at++
      else if (character === '"') within = false
    } else if (character === '"') within = true
    else if (CLOSING[character]) open.push(character)
    else if (character === '}' || character === ']') {
      if (CLOSING[open.pop() ?? ''] !== character) break
      if (open.at(-1) === '[' && open.length <= SHALLOW) good = { at: at + 1, open: [...open] }
    }
  }
  if (!good) return undefined
  const end = good.open
    .toReversed()
    .map(each => CLOSING[each])
    .join('')
  const value = attempt(text.slice(0, good.at) + end)
  if (value !== undefined) notes.warn(explain('cut_short'))
  return value
}
