import { slugOf } from '../kernel/slugs.ts'

export interface Wanted {
  /** Ways to write the beginning of the name; any of them will do. */
  readonly names: readonly string[] | undefined
  /** A postal code or one of INSEE. */
  readonly code: string | undefined
}

/** Five digits are a code, anything else the beginning of a name. Nothing searched for means everything. */
export function searchFor(q: string | undefined): Wanted {
  if (q === undefined || !/[\p{L}\p{N}]/u.test(q)) return { names: undefined, code: undefined }
  const code = q.replaceAll(/\s/g, '').toUpperCase()
  return /^(\d\d|2[AB])\d{3}$/.test(code)
    ? { names: undefined, code }
    : { names: [...new Set([q, q.replaceAll(SHORT_SAINT, '$1ain$2')])], code: undefined }
}

/** "St-Étienne", "Ste Anne": the list of communes writes them out. */
const SHORT_SAINT = /(?<![\p{L}\p{N}])(s)(te?)(?![\p{L}\p{N}])/giu

/** Where several share a name, each takes its departement, so that no slug depends on who came first. */
export const slugWithDepartement = (slug: string, departement: string) =>
  slugOf(`${slug.slice(0, 90)}-${departement}`)
