import { type AppSource, refuseOutsideCommunes } from '../access/app-sources.ts'
import type { Db } from '../kernel/db/db.ts'
import { found } from '../kernel/errors.ts'
import { placeOfCommune } from './queries.ts'

/** The commune whose content answers for this id, within what the calling app may show. */
export async function placeToShow(db: Db, source: AppSource, id: string) {
  const place = found(await placeOfCommune(db, id))
  refuseOutsideCommunes(source, place.id)
  return place
}
