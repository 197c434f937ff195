import { type Db, sql, where } from '../kernel/db.ts'
import type { Page } from '../kernel/paging.ts'
import { touching, type Wanted, within } from './catalogue.ts'
import { chordOf, cubeAround, cubeAt, type Point } from './geography.ts'
import { catalogueColumns, type ShownRow } from './record.ts'

/** The nearest devices first. */

/** By the straight line through the earth, which PostgreSQL writes out with all its digits, then by id. */
export type ByDistance = Page<readonly [chord: string, id: string]>
export const isChord = (part: string) => /^(0|[12]|[01]\.\d{1,25}|\d(\.\d{1,25})?e-\d{1,3})$/.test(part)

type NearRow = ShownRow & { readonly chord: number }

/**
 * Asked for nothing but nearness, the index gives them one after the other, and the page is read with no more rows
 * than it has. Where they must be something else besides, all within the radius are looked at: walked one by one, a
 * rare word would be looked for in all of France.
 */
export function listNear(
  { db, slow }: { readonly db: Db; readonly slow: Db },
  { places, words, box }: Wanted,
  { here, radius }: { readonly here: Point; readonly radius: number },
  page: ByDistance,
): Promise<NearRow[]> {
  const centre = sql`${cubeAt(here)}::cube`
  const chord = chordOf(radius)
  const away = sql`d.position <-> ${centre}`
  const behind = page.after ? [sql`(${away}, d.id) > (${page.after[0]}::float8, ${page.after[1]}::uuid)`] : []
  const conditions = [...places, ...words, ...(box ? [touching(box), within(box)] : [])]
  const offset = page.offset === 0 ? sql`` : sql`offset ${page.offset}`
  if (conditions.length === 0)
    // A number that the planner sees: for an unknown one it would sort the whole country.
    return (page.offset === 0 ? db : slow).all<NearRow>(sql`
      select ${catalogueColumns}, d.chord from (
        select d.*, ${away} as chord from defibrillateurs d ${where([sql`d.actif`, ...behind])}
        order by ${away}, d.id limit 101 ${offset}) d
      where d.chord <= ${chord} order by d.chord, d.id limit ${page.perPage + 1}`)
  const around = sql`d.position <@ ${cubeAround(here, chord)}::cube`
  return slow.all<NearRow>(sql`
    select ${catalogueColumns}, d.chord from (
      select d.*, ${away} as chord from defibrillateurs d
      ${where([sql`d.actif`, around, ...conditions, ...behind])} offset 0) d
    where d.chord <= ${chord} order by d.chord, d.id limit ${page.perPage + 1} ${offset}`)
}
