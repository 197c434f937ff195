import { slugOf } from '../kernel/texts.ts'

export interface Wanted {
  /** Spellings of the beginning of the name; any of them may match. */
  readonly names: readonly string[] | undefined
  /** A postal code or an INSEE code. */
  readonly code: string | undefined
}

/** Five digits are a code, anything else the beginning of a name. An empty search finds everything. */
export function searchFor(q: string | undefined): Wanted {
  if (q === undefined || !/[\p{L}\p{N}]/u.test(q)) return { names: undefined, code: undefined }
  const code = q.replaceAll(/\s/g, '').toUpperCase()
  return /^(\d\d|2[AB])\d{3}$/.test(code)
    ? { names: undefined, code }
    : { names: [...new Set([q, q.replaceAll(SHORT_SAINT, '$1ain$2')])], code: undefined }
}

/** "St-Étienne", "Ste Anne": written out as in the list of communes. */
const SHORT_SAINT = /(?<![\p{L}\p{N}])(s)(te?)(?![\p{L}\p{N}])/giu

/** Where several share a name, each slug has the departement, so that no slug depends on the order of loading. */
export const slugWithDepartement = (slug: string, departement: string) =>
  slugOf(`${slug.slice(0, 90)}-${departement}`)
