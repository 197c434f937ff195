import { type NationalList, readNationalList } from '../../communes/registers/national-list.ts'
import { type Db, type Sql, sql } from '../../kernel/db/db.ts'

/**
 * Whose devices a code INSEE means: the commune of today, also by the code of one that went up in it or of a part. Of
 * Paris, Lyon and Marseille the whole city by its own code, and one arrondissement by its.
 */
export interface Meant {
  /** None where nobody knows the code but the register. */
  readonly communeId: string | undefined
  readonly where: Sql
}

export async function meantBy(db: Db, code: string): Promise<Meant> {
  const own = await communeOf(db, code)
  if (own) return { communeId: own, where: sql`d.commune_id = ${own}` }
  const { successors, arrondissements } = await national()
  const now = successors.get(code)
  const communeId = now === undefined ? undefined : await communeOf(db, now)
  if (communeId === undefined) return { communeId, where: sql`d.code_insee = ${code}` }
  const postalCodes = arrondissements.get(code)
  if (!postalCodes) return { communeId, where: sql`d.commune_id = ${communeId}` }
  // Of a third of the devices of Paris the register says the city's code, or none: then the postal code tells.
  return {
    communeId,
    where: sql`d.commune_id = ${communeId} and (d.code_insee = ${code} or
      ((d.code_insee is null or d.code_insee = ${now}) and d.code_postal = any(${[...postalCodes]})))`,
  }
}

const communeOf = async (db: Db, code: string) =>
  (
    await db.one<{ id: string }>(
      sql`select coalesce(successor_id, id) as id from communes where code_insee = ${code}`,
    )
  )?.id

type National = Pick<NationalList, 'successors' | 'arrondissements'>
let reading: Promise<National> | undefined

/** Read when the first such code is asked for; it comes with the service and does not change while it runs. */
async function national(): Promise<National> {
  reading ??= readNationalList().then(({ successors, arrondissements }) => ({ successors, arrondissements }))
  try {
    return await reading
  } catch (error) {
    reading = undefined
    throw error
  }
}
