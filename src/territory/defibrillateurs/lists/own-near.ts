import { countRows, type Db, type Sql, sql, where } from '../../../kernel/db/db.ts'
import type { Page } from '../../../kernel/lists/paging.ts'
import type { CatalogueFilter } from './catalogue.ts'
import { type Circle, chordOf, cubeAround, cubeAt } from './geography.ts'
import { communalNearColumns, type ShownRow } from './records.ts'

/** Devices that only their commune knows, the nearest first: the register has no row for them. */

/** `chord`: the straight line through the earth. */
export type NearRow = ShownRow & { readonly chord: number }

const latitude = sql`shown_number(c.overrides, 'latitude', null)`
const longitude = sql`shown_number(c.overrides, 'longitude', null)`
/** As their index has it. */
const position = sql`on_unit_sphere(${latitude}, ${longitude})`

/** What they are found by. */
export const OWN_WORDS = sql`words_key(concat_ws(' ', c.overrides ->> 'nom', c.overrides ->> 'adresse',
  c.overrides ->> 'code_postal', k.nom))`

const conditionsOf = (
  { communeIds, box }: CatalogueFilter,
  own: readonly Sql[],
  { here, radius }: Circle,
): Sql[] => {
  const chord = chordOf(radius)
  return [
    sql`c.gid is null and c.statut = 'actif'`,
    sql`${position} <@ ${cubeAround(here, chord)}::cube and ${position} <-> ${cubeAt(here)}::cube <= ${chord}`,
    ...(communeIds ? [sql`c.commune_id = any(${[...communeIds]}::uuid[])`] : []),
    ...(box
      ? [
          sql`${latitude} between ${box.south} and ${box.north} and ${longitude} between ${box.west} and ${box.east}`,
        ]
      : []),
    ...own,
  ]
}

/** Also those before the page: they move the devices of the register. */
export async function ownNear(
  db: Db,
  filter: CatalogueFilter,
  circle: Circle,
  page: Page,
): Promise<NearRow[]> {
  if (!filter.own) return []
  const chord = sql`${position} <-> ${cubeAt(circle.here)}::cube`
  const behind = page.after
    ? [sql`(${chord}, c.id) > (${page.after[0]}::float8, ${page.after[1]}::uuid)`]
    : []
  return await db.all<NearRow>(sql`
    select ${communalNearColumns}, ${chord} as chord
    from commune_defibrillateurs c join communes k on k.id = c.commune_id left join defibrillateurs d on d.gid = c.gid
    ${where([...conditionsOf(filter, filter.own, circle), ...behind])}
    order by chord, c.id limit ${page.offset + page.perPage + 1}`)
}

export async function countOwnNear(db: Db, filter: CatalogueFilter, circle: Circle): Promise<number> {
  if (!filter.own) return 0
  return await countRows(
    db,
    sql`commune_defibrillateurs c join communes k on k.id = c.commune_id
    ${where(conditionsOf(filter, filter.own, circle))}`,
  )
}
