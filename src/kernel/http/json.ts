import { invalid, malformed, Problem } from '../refusals/errors.ts'
import { isStorable, normalizedWhole } from '../texts/texts.ts'

const MOST_LEVELS = 32
/**
 * Most commas and opening brackets of a body. 256 KiB could hold 130 000 values, and refusing each of them by its shape took up
 * to 180 ms of the event loop. The largest valid body has 20 000.
 */
const MOST_VALUES = 25_000
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Parses a request body: strict UTF-8, no duplicate keys (another parser might keep the other value), limited nesting and
 * number of values.
 * Texts are trimmed (passwords are not), normalised to NFC, and free of characters that PostgreSQL cannot store.
 */
export function parseJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw malformed('', 'n’est pas de l’UTF-8', 'is not UTF-8')
  }
  const written = valuesWritten(text)
  if (written.values > MOST_VALUES)
    throw invalid('', `trop de valeurs (${MOST_VALUES} au plus)`, `too many values (${MOST_VALUES} at most)`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem('invalid_json')
  }
  const seen = { members: 0 }
  const clean = cleaned(value, '', 0, seen)
  if (written.members !== seen.members)
    throw malformed('', 'un objet a deux fois le même champ', 'an object has the same field twice')
  return clean
}

function cleaned(value: unknown, path: string, level: number, seen: { members: number }): unknown {
  if (typeof value === 'string')
    return IS_PASSWORD.test(path) ? untrimmedText(value, path) : visibleText(value, path)
  if (typeof value !== 'object' || value === null) return value
  if (level === MOST_LEVELS) throw invalid(path, 'trop de niveaux imbriqués', 'nested too deep')
  const under = (key: string | number) => (path === '' ? `${key}` : `${path}.${key}`)
  if (Array.isArray(value)) return value.map((item, index) => cleaned(item, under(index), level + 1, seen))
  const members = Object.entries(value)
  seen.members += members.length
  // `fromEntries` defines own properties: a key `__proto__` becomes an unknown field and is refused as one.
  return Object.fromEntries(
    members.map(([key, item]) => {
      refuseUnstorable(key, path)
      return [key, cleaned(item, under(key), level + 1, seen)]
    }),
  )
}

function refuseUnstorable(text: string, path: string): void {
  if (!isStorable(text)) throw invalid(path, 'contient un caractère interdit', 'holds a forbidden character')
}

export const cleanText = (text: string, path: string): string => untrimmedText(text, path).trim()

/** Blanks around a password are part of it. */
const IS_PASSWORD = /password$/i

function untrimmedText(text: string, path: string): string {
  refuseUnstorable(text, path)
  const whole = normalizedWhole(text)
  if (whole === undefined)
    throw invalid(
      path,
      'contient trop de signes diacritiques à la suite (30 au plus)',
      'holds too many combining marks in a row (30 at most)',
    )
  return whole
}

/** Invisible text counts as empty. A search for it finds nothing, and is not an error. */
function visibleText(text: string, path: string): string {
  const clean = cleanText(text, path)
  return INVISIBLE.test(clean) ? '' : clean
}
/** Blanks, joiners, direction marks and fillers: a title of only these would be an invisible link. */
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u

/**
 * Counts outside of strings. Valid JSON has one colon per member: fewer members after parsing mean a duplicate key. Each value
 * but the first comes after a comma or an opening bracket.
 */
function valuesWritten(json: string): { readonly members: number; readonly values: number } {
  let members = 0
  let values = 0
  let quoted = false
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (quoted) {
      if (character === BACKSLASH) at++
      else if (character === QUOTE) quoted = false
    } else if (character === QUOTE) quoted = true
    else if (character === COLON) members++
    else if (character === COMMA || character === BRACKET || character === BRACE) values++
  }
  return { members, values }
}
const QUOTE = 34
const COMMA = 44
const COLON = 58
const BRACKET = 91
const BACKSLASH = 92
const BRACE = 123
