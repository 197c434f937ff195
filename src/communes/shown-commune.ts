import { type AppSource, refuseOutsideCommunes } from '../access/app-sources.ts'
import type { Db } from '../kernel/db/db.ts'
import { found } from '../kernel/errors.ts'
import { placeOfCommune } from './queries.ts'

/**
 * The commune whose content is shown for this id (its own, or of the one it merged into), within the scope of the app.
 */
export async function communeToShow(db: Db, source: AppSource, id: string) {
  const place = found(await placeOfCommune(db, id))
  refuseOutsideCommunes(source, place.id)
  return place
}
