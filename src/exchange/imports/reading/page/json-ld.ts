import { explain } from '../../explanations.ts'
import type { Notes } from '../notes.ts'
import { attributeOf, tagsIn } from './tags.ts'

/** The data that a page holds for search engines, written by templates that nobody checks. */

const MOST_SCRIPTS = 50

/** Script by script; a script that is no JSON is passed over, with a note. */
export function jsonLdIn(page: string, notes: Notes): readonly unknown[] {
  const found: unknown[] = []
  if (!page.includes('ld+json')) return found
  for (const tag of tagsIn(page)) {
    if (found.length === MOST_SCRIPTS) break
    if (tag.name !== 'script' || tag.closing || !/ld\+json/i.test(attributeOf(tag, 'type') ?? '')) continue
    const end = page.slice(tag.end).search(/<\/script/i)
    if (end < 0) break
    const value = parsed(page.slice(tag.end, tag.end + end))
    if (value === undefined) notes.warn(explain('json_ld_broken'))
    else found.push(value)
  }
  return found
}

function parsed(script: string): unknown {
  const json = unwrapped(script)
  return attempt(json) ?? attempt(mended(json))
}

function attempt(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const BEFORE = /^\s*(?:<!--|\/\/\s{0,9}<!\[CDATA\[|\/\*\s{0,9}<!\[CDATA\[\s{0,9}\*\/|<!\[CDATA\[)/
const BEHIND = /(?:-->|\/\/\s{0,9}\]\]>|\/\*\s{0,9}\]\]>\s{0,9}\*\/|\]\]>|\/\/|;)$/

/** Without the comments that hide a script from old browsers, and the CDATA sections of XHTML. */
function unwrapped(script: string): string {
  let json = script.trim()
  for (let layer = 0; layer < 4; layer++) json = json.replace(BEFORE, '').replace(BEHIND, '').trim()
  return json
}

/** Removes commas before a closing bracket, and escapes line breaks and tabs inside of texts. */
function mended(json: string): string {
  const written = json.includes('"') ? json : json.replaceAll('&quot;', '"')
  const pieces: string[] = []
  let from = 0
  let within = false
  const write = (at: number, instead: string, next = at + 1) => {
    pieces.push(written.slice(from, at), instead)
    from = next
  }
  for (let at = 0; at < written.length; at++) {
    const character = written[at] ?? ''
    if (within) {
      if (character === '\\') at++
      else if (character === '"') within = false
      else if (character < ' ') write(at, character === '\n' ? '\\n' : ' ')
    } else if (character === '"') within = true
    else if (character === ',' && /^\s*[}\]]/.test(written.slice(at + 1, at + 200))) write(at, '')
  }
  return pieces.join('') + written.slice(from)
}
