import { isId } from '../../../../shared/shapes.ts'
import { type Db, type Sql, sql, where } from '../../../kernel/db/db.ts'
import { isFull, type Order, type Page } from '../../../kernel/lists/paging.ts'
import { runSearch } from '../../../kernel/lists/search-steps.ts'
import { amongCommunes, type CatalogueFilter, countCatalogue, touching, within } from './catalogue.ts'
import { type Circle, chordOf, cubeAround, cubeAt } from './geography.ts'
import { countOwnNear, type NearRow, ownNear } from './own-near.ts'
import { catalogueColumns } from './records.ts'

/** The nearest devices first. */

const isChord = (part: string) => /^(0|[12]|[01]\.\d{1,25}|\d(\.\d{1,25})?e-\d{1,3})$/.test(part)

/** By the chord (the straight line through the earth), with all its digits, then by id. */
export const NEAREST: Order<NearRow> = {
  checks: [isChord, isId],
  keyOf: ({ chord, id }) => [`${chord}`, id],
}

/** All within the radius that meet the other filters. */
export async function countNear(
  { db, slow }: Reads,
  filter: CatalogueFilter,
  circle: Circle,
): Promise<number> {
  const chord = chordOf(circle.radius)
  const [registered, own] = await Promise.all([
    countCatalogue(slow, filter, [
      sql`d.position <@ ${cubeAround(circle.here, chord)}::cube`,
      sql`d.position <-> ${cubeAt(circle.here)}::cube <= ${chord}`,
    ]),
    // Few, along their index: a second question on the slow connections would take a second turn.
    countOwnNear(db, filter, circle),
  ])
  return registered + own
}

/** Also after a cursor, nearer devices are walked first: so deep pages are not read on the shared connections. */
const SOON = 1_000

/** Those of the register and those that only a commune knows. */
export async function listNear(
  reads: Reads,
  filter: CatalogueFilter,
  circle: Circle,
  page: Page<typeof NEAREST>,
): Promise<NearRow[]> {
  const [first, own] = await Promise.all([
    registeredNear(reads, filter, circle, page),
    ownNear(reads.db, filter, circle, page),
  ])
  if (own.length === 0) return first
  // At most `own.length` of the rows before the page are not from the register.
  const offset = Math.max(0, page.offset - own.length)
  const registered =
    page.offset === 0
      ? first
      : await registeredNear(reads, filter, circle, { ...page, offset, perPage: page.perPage + own.length })
  const skipped = page.offset - offset
  return [...registered, ...own]
    .sort((one, other) => one.chord - other.chord || (one.id < other.id ? -1 : 1))
    .slice(skipped, skipped + page.perPage + 1)
}

interface Reads {
  readonly db: Db
  readonly slow: Db
}

/**
 * Without other filters, the index gives the devices one after the other, and hardly more rows are read than the page has.
 * With other filters, frequent matches are found in the same way; for rare ones all devices within the radius are read,
 * since walking by distance would search all of France.
 */
async function registeredNear(
  { db, slow }: Reads,
  { places, communeIds, words, box }: CatalogueFilter,
  { here, radius }: Circle,
  page: Page<typeof NEAREST>,
): Promise<NearRow[]> {
  const centre = sql`${cubeAt(here)}::cube`
  const chord = chordOf(radius)
  const away = sql`d.position <-> ${centre}`
  const behind = page.after ? [sql`(${away}, d.id) > (${page.after[0]}::float8, ${page.after[1]}::uuid)`] : []
  const filter = [
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
  // The distance is in the statement once: with two parameters it would be two expressions, and all rows be sorted again.
  const walk = (limit: Sql) => sql`${where([sql`d.actif`, ...behind])} order by chord, id ${limit}`

  if (filter.length === 0)
    return await rows(soon ? db : slow, walk(sql`limit ${page.perPage + 1} ${skipped}`), [], sql``)
  const around = sql`d.position <@ ${cubeAround(here, chord)}::cube`
  return await runSearch(
    {
      ...(soon && { shortScan: () => rows(db, walk(sql`limit 400`), filter, skipped) }),
      index: () => rows(slow, sql`${where([sql`d.actif`, around, ...behind])} offset 0`, filter, skipped),
    },
    found => isFull(page, found),
  )
}
