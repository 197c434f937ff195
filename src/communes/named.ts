import { unknownId } from '../access/unknown-ids.ts'
import { type Db, sql } from '../kernel/db/db.ts'

/** Communes that others name by their ids. */

export interface NamedCommune {
  readonly id: string
  readonly slug: string
  /** It is now a part of another one. */
  readonly merged: boolean
}

export const communesNamed = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedCommune>> =>
  new Map(
    (
      await db.all<NamedCommune>(sql`
        select id, slug, successor_id is not null as merged from communes where id = any(${[...ids]}::uuid[])`)
    ).map(row => [row.id, row]),
  )

interface Place {
  readonly commune_id: string | null
  /** All of them: its own stands among them. */
  readonly commune_ids: readonly string[]
}

/**
 * Every id must be a commune's; its own commune is refused under its own name. An acteur may still belong to a commune
 * that has merged since; what is published today is not for one.
 */
export async function refuseUnknownCommunes(
  db: Db,
  { commune_id, commune_ids }: Place,
  { mergedToo = false } = {},
): Promise<ReadonlyMap<string, NamedCommune>> {
  const named = await communesNamed(db, commune_ids)
  const isKnown = (id: string) => (mergedToo ? named.has(id) : named.get(id)?.merged === false)
  if (commune_id !== null && !isKnown(commune_id)) throw unknownId('commune_id', 'commune')
  if (!commune_ids.every(isKnown)) throw unknownId('commune_ids', 'commune')
  return named
}
