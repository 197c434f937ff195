import { slugOf } from '../kernel/texts.ts'

export interface Wanted {
  /** Spellings of the beginning of the name; any of them may match. */
  readonly names: readonly string[] | undefined
  /** A postal code or an INSEE code. */
  readonly code: string | undefined
}

/**
 * Five digits are a code, anything else the beginning of a name. An address has both ("35000 Rennes"), and both are meant. An
 * empty search finds everything.
 */
export function searchFor(q: string | undefined): Wanted {
  const [asked = ''] = CODE.exec(q ?? '') ?? []
  const name = (q ?? '').replace(asked, ' ')
  return {
    names: /[\p{L}\p{N}]/u.test(name)
      ? [...new Set([name, name.replaceAll(SHORT_SAINT, '$1ain$2')])]
      : undefined,
    code: asked === '' ? undefined : asked.replaceAll(/\s/g, '').toUpperCase(),
  }
}

/** A postal code or a code of INSEE that stands for itself, also with a space in it: "94 038". */
const CODE = /(?<![\p{L}\p{N}])(?:\d\s*\d|2\s*[AB])(?:\s*\d){3}(?![\p{L}\p{N}])/iu

/** "St-Étienne", "Ste Anne": written out as in the list of communes. */
const SHORT_SAINT = /(?<![\p{L}\p{N}])(s)(te?)(?![\p{L}\p{N}])/giu

/** Where several share a name, each slug has the departement, so that no slug depends on the order of loading. */
export const slugWithDepartement = (slug: string, departement: string) =>
  slugOf(`${slug.slice(0, 90)}-${departement}`)
