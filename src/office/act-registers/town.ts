import { type Db, sql, where } from '../../kernel/db/db.ts'
import { refOfCommune } from '../../territory/communes/commune-file.ts'
import { isOpenPlace } from '../../territory/communes/places/queries.ts'
import { type Where, whereTo } from '../commune-file/other-sites.ts'

/** Undefined where it is no commune of this town hall, or where acts would not appear: its pages are closed. */
export async function townOf(db: Db, acteurId: string, communeId: string): Promise<Where | undefined> {
  const conditions = [
    sql`c.id = ${communeId}`,
    sql`c.mairie_actor_id = ${acteurId}`,
    sql`c.successor_id is null`,
    isOpenPlace(sql`c.id`),
  ]
  const commune = await db.one<{ code_insee: string | null; slug: string }>(
    sql`select c.code_insee, c.slug from communes c ${where(conditions)}`,
  )
  return commune && (await whereTo(db, { ref: refOfCommune(commune), acteur: undefined }))
}
