import { type Db, type Sql, sql } from '../../../kernel/db/db.ts'
import { nationalCodes } from '../../communes/registers/national-list.ts'

/**
 * The devices of an INSEE code: those of the present commune, also for the code of a commune that merged into it or of a
 * part. For Paris, Lyon and Marseille the city's code means the whole city, that of an arrondissement only this.
 */
interface DevicesOfCode {
  /** The commune of the code; none when only the register has it. */
  readonly communeId: string | undefined
  readonly where: Sql
  /** The same of devices `c` that only their commune knows. */
  readonly own: Sql
}

export async function devicesOfCode(db: Db, code: string): Promise<DevicesOfCode> {
  const own = await communeOf(db, code)
  if (own) return ofCommune(own)
  const { successors, arrondissements } = await nationalCodes()
  const now = successors.get(code)
  const communeId = now === undefined ? undefined : await communeOf(db, now)
  if (communeId === undefined) return { communeId, where: sql`d.code_insee = ${code}`, own: sql`false` }
  const postalCodes = arrondissements.get(code)
  if (!postalCodes) return ofCommune(communeId)
  // A third of the devices of Paris have the city's code in the register, or none: then the postal code decides.
  return {
    communeId,
    where: sql`d.commune_id = ${communeId} and (d.code_insee = ${code} or
      ((d.code_insee is null or d.code_insee = ${now}) and d.code_postal = any(${[...postalCodes]})))`,
    own: sql`c.commune_id = ${communeId} and c.overrides ->> 'code_postal' = any(${[...postalCodes]})`,
  }
}

const ofCommune = (communeId: string): DevicesOfCode => ({
  communeId,
  where: sql`d.commune_id = ${communeId}`,
  own: sql`c.commune_id = ${communeId}`,
})

const communeOf = async (db: Db, code: string) =>
  (
    await db.one<{ id: string }>(
      sql`select coalesce(successor_id, id) as id from communes where code_insee = ${code}`,
    )
  )?.id
