import { hash } from 'node:crypto'
import type { TypedColumns } from '../../kernel/db/columns.ts'
import { firstLetters, foldedWords } from '../../kernel/texts/texts.ts'

/**
 * Publications with the same content have the same key, stored in the row: with computed keys the duplicates of a
 * million publications took 9 s. Those that share a key are kept in groups (`duplicate-groups.ts`).
 */

export interface Alike {
  readonly acteur_id: string | null
  readonly type_id: string
  readonly title: string
  readonly body: string
  readonly date_debut: string | null
  readonly source_url: string | null
}

export const DUPLICATE_REASONS = ['source_url', 'signature'] as const

export interface DuplicateKey {
  readonly duplicate_key: string
  readonly duplicate_reason: (typeof DUPLICATE_REASONS)[number]
}

export const DUPLICATE_KEY = {
  duplicate_key: 'uuid',
  duplicate_reason: 'text',
} as const satisfies TypedColumns<DuplicateKey>

export function duplicateKeyOf(publication: Alike): DuplicateKey {
  const address = publication.source_url === null ? undefined : plainAddress(publication.source_url)
  return address === undefined
    ? { duplicate_key: keyOf(signature(publication)), duplicate_reason: 'signature' }
    : { duplicate_key: keyOf(address), duplicate_reason: 'source_url' }
}

const TRACKING = /^(utm_.*|at_.*|fbclid|gclid|msclkid|mc_cid|mc_eid|igshid|xtor|phpsessid)$/i

/** The address without the parts that do not change the page: fragment, tracking parameters, trailing slash. */
export function plainAddress(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url) return undefined
  const parameters = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
  const port = url.port && `:${url.port}`
  // The lookbehind anchors the match at the first slash: without it a thousand slashes cost quadratic time.
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  const query = new URLSearchParams(parameters).toString()
  return `${url.hostname.replace(/^www\./, '')}${port}${path}${query && `?${query}`}`
}

/** The number of characters of the body that count, after folding. */
const BEGINNING = 120

export const signature = ({ acteur_id, type_id, title, date_debut, body }: Alike): string =>
  [acteur_id ?? '', type_id, plainText(title), date_debut ?? '', beginningOf(body)]
    .map(part => part.toLowerCase())
    .join('\n')

/** Folds only as much of a long text as is needed. */
function beginningOf(body: string): string {
  for (let length = BEGINNING * 4; ; length *= 4) {
    const text = plainText(body.slice(0, length))
    // The last characters are dropped: folding may change them together with what follows.
    if (length >= body.length || firstLetters(text, BEGINNING + 20) !== text)
      return firstLetters(text, BEGINNING)
  }
}

/** Changing this folding (NFKD, ß) would break the match with the keys stored for older publications. */
const plainText = (text: string): string => foldedWords(text, 'NFKD').replaceAll('ß', 'ss')

/** Half a SHA-256 as a UUID: 16 bytes in PostgreSQL. */
function keyOf(text: string): string {
  const hex = hash('sha256', text).slice(0, 32)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
