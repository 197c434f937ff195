import { slugOf } from '../../kernel/texts/texts.ts'

interface CommuneSearch {
  /** Spellings of the beginning of the name; any of them may match. */
  readonly names: readonly string[] | undefined
  /** A postal code or an INSEE code. */
  readonly code: string | undefined
  readonly departement: string | undefined
}

/**
 * Five digits are a code, anything else the beginning of a name. Behind or before a name both are meant: an address has a code
 * ("35000 Rennes"), and what was chosen from a list its departement ("Saint-Denis (93)"). An arrondissement is its city. The code
 * of a CEDEX ("35042 Rennes cedex") is in no list: only its departement counts. An empty search finds everything, one without
 * a word (`👍`) nothing.
 */
export function searchFor(q: string | undefined): CommuneSearch {
  const [written = ''] = CODE.exec(q ?? '') ?? []
  const code = written.replaceAll(/\s/g, '').toUpperCase()
  const words = (q ?? '').replace(written, ' ').trimEnd()
  const addressee = withoutCedex(words)
  const rest = addressee ?? words
  const city = cityOf(rest)
  if (city) return { names: undefined, code: city.code, departement: undefined }
  const place = OF_DEPARTEMENT.exec(rest)
  const before = bare(rest.slice(0, place?.index))
  // A number alone names no commune.
  const [name, departement] = place && /\p{L}/u.test(before) ? [before, place[1]] : [rest]
  return {
    names: /[\p{L}\p{N}]/u.test(name) || (name !== '' && code === '') ? spellingsOf(name) : undefined,
    ...(addressee !== undefined && code !== ''
      ? { code: undefined, departement: departementOfPostal(code) }
      : { code: cityCode(code), departement: departement?.toUpperCase() }),
  }
}

/** Adds the departement chosen in the form, which takes precedence over a typed one. */
export function searchWithDepartement({
  q,
  departement,
}: {
  readonly q?: string
  readonly departement?: string
}): CommuneSearch {
  const wanted = searchFor(q)
  return { ...wanted, departement: departement ?? wanted.departement }
}

/** Arrondissements are no communes, but other services name addresses by their INSEE codes. */
const CITIES = [
  { nom: 'Paris', code: '75056', parts: /^751(?:0[1-9]|1\d|20)$/ },
  { nom: 'Lyon', code: '69123', parts: /^6938[1-9]$/ },
  { nom: 'Marseille', code: '13055', parts: /^132(?:0[1-9]|1[0-6])$/ },
] as const

/** "Paris 11", "Lyon 3e arrondissement": the city. */
function cityOf(text: string) {
  const [name = '', number = '', word = 'arrondissement', ...more] = text.split(/[\s,()]+/).filter(Boolean)
  const isPart =
    /^(?:0?[1-9]|1\d|20)(?:er|e|ème|eme)?$/i.test(number) && /^arr/i.test(word) && more.length === 0
  return isPart ? CITIES.find(({ nom }) => nom.toLowerCase() === name.toLowerCase()) : undefined
}

const cityCode = (code: string) =>
  code === '' ? undefined : (CITIES.find(({ parts }) => parts.test(code))?.code ?? code)

/** The name before "cedex" and the number of the office; undefined without these. */
function withoutCedex(text: string): string | undefined {
  const name = bare(text.slice(0, CEDEX.exec(text)?.index))
  return name !== bare(text) && /\p{L}/u.test(name) ? name : undefined
}
const CEDEX = /(?<![\p{L}\p{N}])cedex(?:\s?\d{1,2})?$/iu

/** No commune is called by a number. */
const OF_DEPARTEMENT = /(?<=[\s,(])(\d{2,3}|2[AB])\)?$/iu

/** Removes trailing separators. Not by a pattern, which would scan each run of spaces once per space. */
function bare(text: string): string {
  let end = text.length
  while (/[\s,(]/.test(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}

/** A postal or INSEE code as a word of its own, also with a space in it: "94 038". */
const CODE = /(?<![\p{L}\p{N}])(?:\d\s*\d|2\s*[AB])(?:\s*\d){3}(?![\p{L}\p{N}])/iu

export const departementOfCode = (code: string) => (/^9[78]/.test(code) ? code.slice(0, 3) : code.slice(0, 2))

/** Corsica's two departements share the first two digits; elsewhere these are the departement. */
export function departementOfPostal(code: string): string {
  if (code.startsWith('20')) return code < '20200' ? '2A' : '2B'
  return departementOfCode(code)
}

const START = String.raw`(?<![\p{L}\p{N}])`
const END = String.raw`(?![\p{L}\p{N}])`
const SHORT_SAINT = new RegExp(`${START}(s)(te?)${END}`, 'giu')
const SAINT = new RegExp(`${START}saint${END}`, 'giu')
const SHORT_BEFORE_SLASH = new RegExp(`${START}s/(?:s${END})?`, 'giu')

/** Writes saints out as the list of communes does: "St-Étienne", "Ste Anne". */
export const withSaints = (name: string) => name.replaceAll(SHORT_SAINT, '$1ain$2')

/**
 * The names that a typed one may stand for, the nearest first. The e of "sainte" is not heard, so "st Marie" and "saint Marie" find
 * Sainte-Marie too. "s/", "s/s" and "/" are "sur" or "sous".
 */
function spellingsOf(typed: string): readonly string[] {
  const joined = ['sur ', 'sous '].map(word =>
    typed.replaceAll(SHORT_BEFORE_SLASH, word).replaceAll('/', ` ${word}`),
  )
  const saints = joined.map(withSaints)
  return [...new Set([...joined, ...saints, ...saints.map(name => name.replaceAll(SAINT, 'sainte'))])]
}

/** Picks the communes whose whole name was typed. The nearest spelling that one of them has counts alone. */
export function namedExactly<T extends { readonly nom: string }>(
  { names = [] }: Pick<CommuneSearch, 'names'>,
  found: readonly T[],
): readonly T[] {
  const byKey = Map.groupBy(found, ({ nom }) => keyOf(nom))
  return names.map(name => byKey.get(keyOf(name))).find(some => some) ?? []
}

/** As `search_key` of the database compares names: letters and digits alone. */
export const keyOf = (name: string) => slugOf(name).replaceAll('-', '')

/** Where several share a name, each slug has the departement, so that no slug depends on the order of loading. */
export const slugWithDepartement = (slug: string, departement: string) =>
  slugOf(`${slug.slice(0, 90)}-${departement}`)
