import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { isFull, type Order, type Page } from '../../kernel/lists/paging.ts'
import { searched } from '../../kernel/lists/searching.ts'
import { isId } from '../../kernel/routes/shapes.ts'
import { amongCommunes, countCatalogue, touching, type Wanted, within } from './catalogue.ts'
import { chordOf, cubeAround, cubeAt, type Point } from './geography.ts'
import { catalogueColumns, type ShownRow } from './layers.ts'

/** The nearest devices first. */

const isChord = (part: string) => /^(0|[12]|[01]\.\d{1,25}|\d(\.\d{1,25})?e-\d{1,3})$/.test(part)

/** By the straight line through the earth, which PostgreSQL writes out with all its digits, then by id. */
export const NEAREST: Order<NearRow> = {
  checks: [isChord, isId],
  keyOf: ({ chord, id }) => [`${chord}`, id],
}

/** All that lie within the radius, and are whatever else is wanted. */
export const countNear = (db: Db, wanted: Wanted, { here, radius }: Around): Promise<number> => {
  const chord = chordOf(radius)
  return countCatalogue(db, wanted, [
    sql`d.position <@ ${cubeAround(here, chord)}::cube`,
    sql`d.position <-> ${cubeAt(here)}::cube <= ${chord}`,
  ])
}

export interface Around {
  readonly here: Point
  /** In metres. */
  readonly radius: number
}

type NearRow = ShownRow & { readonly chord: number }

/** Behind a cursor, too, whatever is nearer is walked first: deep pages are for connections that nobody waits behind. */
const SOON = 1_000

/**
 * Asked for nothing but nearness, the index gives them one after the other, and the page is read with hardly more rows
 * than it has. Where they must be something else besides, what many are is soon met on that way; else all within the
 * radius are looked at: walked one by one, a rare word would be looked for in all of France.
 */
export async function listNear(
  { db, slow }: { readonly db: Db; readonly slow: Db },
  { places, communeIds, words, box }: Wanted,
  { here, radius }: Around,
  page: Page<typeof NEAREST>,
): Promise<NearRow[]> {
  const centre = sql`${cubeAt(here)}::cube`
  const chord = chordOf(radius)
  const away = sql`d.position <-> ${centre}`
  const behind = page.after ? [sql`(${away}, d.id) > (${page.after[0]}::float8, ${page.after[1]}::uuid)`] : []
  const wanted = [
    ...amongCommunes(communeIds),
    ...places,
    ...words,
    ...(box ? [touching(box), within(box)] : []),
  ]
  const soon = page.number * page.perPage <= SOON
  const skipped = page.offset === 0 ? sql`` : sql`offset ${page.offset}`

  const rows = (on: Db, candidates: Sql, conditions: readonly Sql[], rest: Sql) =>
    on.all<NearRow>(sql`
      select ${catalogueColumns}, d.chord from (
        select d.*, ${away} as chord from defibrillateurs d ${candidates}) d
      ${where([sql`d.chord <= ${chord}`, ...conditions])}
      order by d.chord, d.id limit ${page.perPage + 1} ${rest}`)
  // The distance stands once: given twice, it would be two, and every row that was walked sorted again.
  const walk = (limit: Sql) => sql`${where([sql`d.actif`, ...behind])} order by chord, id ${limit}`

  if (wanted.length === 0)
    return await rows(soon ? db : slow, walk(sql`limit ${page.perPage + 1} ${skipped}`), [], sql``)
  const around = sql`d.position <@ ${cubeAround(here, chord)}::cube`
  return await searched(
    {
      ...(soon && { glance: () => rows(db, walk(sql`limit 400`), wanted, skipped) }),
      index: () => rows(slow, sql`${where([sql`d.actif`, around, ...behind])} offset 0`, wanted, skipped),
    },
    found => isFull(page, found),
  )
}
