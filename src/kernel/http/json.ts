import { invalid, Problem } from '../errors.ts'
import { normalizedWhole } from '../texts.ts'

const MOST_LEVELS = 32
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * A request body: strict UTF-8, no key twice (another parser might keep the other value), not nested deeper than anything
 * that is stored, every text trimmed, in NFC, and free of what PostgreSQL cannot store.
 */
export function parseJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new Problem('invalid_request')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem('invalid_json')
  }
  const seen = { members: 0 }
  const clean = cleaned(value, '', 0, seen)
  if (membersWritten(text) !== seen.members) throw new Problem('invalid_request')
  return clean
}

function cleaned(value: unknown, path: string, level: number, seen: { members: number }): unknown {
  if (typeof value === 'string') return visibleText(value, path)
  if (typeof value !== 'object' || value === null) return value
  if (level === MOST_LEVELS) throw invalid(path, 'trop de niveaux imbriqués', 'nested too deep')
  const under = (key: string | number) => (path === '' ? `${key}` : `${path}.${key}`)
  if (Array.isArray(value)) return value.map((item, index) => cleaned(item, under(index), level + 1, seen))
  const members = Object.entries(value)
  seen.members += members.length
  // fromEntries defines properties: a key named __proto__ becomes a plain unknown field and is refused as one.
  return Object.fromEntries(
    members.map(([key, item]) => {
      refuseUnstorable(key, path)
      return [key, cleaned(item, under(key), level + 1, seen)]
    }),
  )
}

/** NUL and half a surrogate pair: PostgreSQL can store neither. */
function refuseUnstorable(text: string, path: string): void {
  if (!text.isWellFormed() || text.includes('\0')) {
    throw invalid(path, 'contient un caractère interdit', 'holds a forbidden character')
  }
}

export function cleanText(text: string, path: string): string {
  refuseUnstorable(text, path)
  const whole = normalizedWhole(text)
  if (whole === undefined)
    throw invalid(
      path,
      'contient trop de signes diacritiques à la suite (30 au plus)',
      'holds too many combining marks in a row (30 at most)',
    )
  return whole.trim()
}

/** What nobody can see is not written; to look for it finds nothing, and is no mistake. */
function visibleText(text: string, path: string): string {
  const clean = cleanText(text, path)
  return INVISIBLE.test(clean) ? '' : clean
}
/** Blanks, joiners, marks of direction, fillers of other scripts: a title of these alone is a line that nobody can see or open. */
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u

/** In valid JSON every member has one colon outside of strings: fewer members after parsing means a key came twice. */
function membersWritten(json: string): number {
  let colons = 0
  let quoted = false
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (quoted && character === BACKSLASH) at++
    else if (character === QUOTE) quoted = !quoted
    else if (!quoted && character === COLON) colons++
  }
  return colons
}
const QUOTE = 34
const COLON = 58
const BACKSLASH = 92
