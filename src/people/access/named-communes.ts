import { type Db, sql } from '../../kernel/db/db.ts'
import { unknownId } from './unknown-ids.ts'

/** Looks up communes that a request names by their ids. */

interface NamedCommune {
  readonly id: string
  readonly slug: string
  /** Merged into another commune. */
  readonly merged: boolean
}

export const findNamedCommunes = async (
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
  /** All of its communes, its own included. */
  readonly commune_ids: readonly string[]
}

/**
 * Refuses ids that are no commune's; the error names the field `commune_id` for the own commune. `mergedToo`: an acteur may
 * still belong to a commune that has merged since; a new publication may not.
 */
export async function refuseUnknownCommunes(
  db: Db,
  { commune_id, commune_ids }: Place,
  { mergedToo = false } = {},
): Promise<ReadonlyMap<string, NamedCommune>> {
  const named = await findNamedCommunes(db, commune_ids)
  const isKnown = (id: string) => (mergedToo ? named.has(id) : named.get(id)?.merged === false)
  if (commune_id !== null && !isKnown(commune_id)) throw unknownId('commune_id', 'commune')
  if (!commune_ids.every(isKnown)) throw unknownId('commune_ids', 'commune')
  return named
}
