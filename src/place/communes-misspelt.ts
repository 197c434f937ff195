import type { Db } from '../kernel/db/db.ts'
import { distance } from '../kernel/texts/distance.ts'
import { slugOf } from '../kernel/texts/texts.ts'
import { alikeCommunes, type CommuneFilter } from '../territory/communes/queries.ts'
import { keyOf, withSaints } from '../territory/communes/rules.ts'
import type { StoredCommune } from '../territory/communes/shapes.ts'

/** Communes whose name, or the beginning of it, differs from the typed one by a few letters. They are proposed, never opened. */

const MOST = 5
/** Too many names are near one of three letters. */
const SHORTEST = 4

const errorsAllowed = (letters: number): number => {
  if (letters < 6) return 1
  return letters < 12 ? 2 : 3
}

/**
 * The nearest ones, and larger ones with more errors: "monpelier" is nearer to Montélier than to Montpellier. Of equally near ones
 * those with the same first letter come first, then the largest.
 */
export async function communesMisspelt(db: Db, filter: CommuneFilter): Promise<readonly StoredCommune[]> {
  const keys = [...new Set((filter.names ?? []).map(name => keyOf(withSaints(name))))]
  const [key = ''] = keys
  const most = errorsAllowed(key.length)
  if (key.length < SHORTEST) return []
  const near = (await alikeCommunes(db, filter, key, most)).flatMap(one => {
    const found = keys.flatMap(key => beginningsOf(one).flatMap(name => distance(key, name, most) ?? []))
    return found.length > 0 ? [{ one, errors: Math.min(...found) }] : []
  })
  const fewest = Math.min(...near.map(({ errors }) => errors))
  const largest = Math.max(...near.map(({ one, errors }) => (errors === fewest ? peopleOf(one) : 0)))
  const isOther = ({ cle }: { cle: string }) => (cle[0] === key[0] ? 0 : 1)
  return near
    .filter(({ one, errors }) => errors === fewest || peopleOf(one) > largest)
    .toSorted(
      (a, b) =>
        a.errors - b.errors ||
        isOther(a.one) - isOther(b.one) ||
        peopleOf(b.one) - peopleOf(a.one) ||
        (a.one.cle < b.one.cle ? -1 : 1),
    )
    .slice(0, MOST)
    .map(({ one }) => one)
}

/** `chateauneuf`, `chateauneufsur` and `chateauneufsurloire`: residents leave out what tells their commune from others. */
const beginningsOf = ({ nom, cle }: { nom: string; cle: string }): readonly string[] => {
  const words = slugOf(nom).split('-')
  const beginnings = words.map((_, at) => words.slice(0, at).join(''))
  return [...beginnings.filter(name => !TOO_COMMON.test(name)), cle]
}
/** Names of hundreds of communes begin so. */
const TOO_COMMON = /^(?:.{0,3}|sainte?)$/

const peopleOf = ({ population }: StoredCommune) => population ?? 0
