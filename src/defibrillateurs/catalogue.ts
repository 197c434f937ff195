import { type Db, type Sql, sql, where } from '../kernel/db.ts'
import type { Page } from '../kernel/paging.ts'
import { type Box, cubeOver } from './geography.ts'
import { catalogueColumns, type ShownRow } from './record.ts'

/** The devices that everybody may see, of the whole country: found by words and on the map, in the order of their ids. */

export interface Wanted {
  /** Of one place, or within the scope of the app that asks. Each has an index of its own. */
  readonly places: readonly Sql[]
  /** Every word begins one of those that the device is found by. */
  readonly words: readonly Sql[]
  readonly box: Box | undefined
}
export type ById = Page<readonly [id: string]>

/** What is searched for, as conditions. A search without a word is none. */
export async function wordsOf(db: Db, q: string | undefined, column = sql`d.recherche`): Promise<Sql[]> {
  if (!q) return []
  const row = await db.one<{ words: string }>(sql`select words_key(${q}) as words`)
  const words = new Set((row?.words ?? '').split(' ').filter(word => word !== ''))
  return [...words].map(word => sql`${column} like ${`% ${word}%`}`)
}

/** The shape of the index is not the box: it holds a little more. */
export const touching = (box: Box) => sql`d.position <@ ${cubeOver(box)}::cube`
export const within = ({ west, south, east, north }: Box) => sql`
  shown_number(d.overrides, 'latitude', d.latitude) between ${south} and ${north}
  and shown_number(d.overrides, 'longitude', d.longitude) between ${west} and ${east}`

/**
 * A place is read along its index. Without one, what many devices have is soon met among the first rows of the list's
 * own order, what few have is found by its index. A plan that is kept for every word and box would be the wrong one
 * for some.
 */
export async function listCatalogue(
  { db, slow }: { readonly db: Db; readonly slow: Db },
  { places, words, box }: Wanted,
  page: ById,
): Promise<ShownRow[]> {
  const behind = page.after ? [sql`d.id > ${page.after[0]}::uuid`] : []
  const looked = [...words, ...(box ? [within(box)] : [])]
  const active = sql`d.actif`
  const end = sql`order by d.id limit ${page.perPage + 1} offset ${page.offset}`
  const rows = (on: Db, from: Sql, conditions: readonly Sql[]) =>
    on.all<ShownRow>(sql`select ${catalogueColumns} from ${from} d ${where(conditions)} ${end}`)

  const everything = sql`defibrillateurs`
  if (places.length > 0)
    return await rows(words.length > 0 ? slow : db, everything, [active, ...places, ...behind, ...looked])
  if (looked.length === 0) return await rows(page.offset > 0 ? slow : db, everything, [active, ...behind])

  const first = sql`(select d.* from defibrillateurs d ${where([active, ...behind])}
    order by d.id limit ${(page.perPage + 1) * GLANCE})`
  const met = await rows(db, first, looked)
  if (met.length > page.perPage) return met

  const [indexed, rest] =
    words.length > 0 && (!box || (await areFew(slow, words)))
      ? [words, box ? [within(box)] : []]
      : [box ? [touching(box)] : [], looked]
  const hits = sql`(select d.* from defibrillateurs d ${where([active, ...indexed])} offset 0)`
  return await rows(slow, hits, [...behind, ...rest])
}

/** So many rows are looked at for each one that is wanted: what one device in ten has is then found. */
const GLANCE = 30
const FEW = 5_000

async function areFew(db: Db, words: readonly Sql[]): Promise<boolean> {
  const row = await db.one<{ hits: number }>(sql`
    select count(*) as hits from (
      select from defibrillateurs d ${where(words)} limit ${FEW + 1}) few`)
  return (row?.hits ?? 0) <= FEW
}
