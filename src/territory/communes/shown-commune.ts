import type { Db } from '../../kernel/db/db.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { type Config, placeOrigin } from '../../kernel/settings/config.ts'
import { type AppSource, refuseOutsideCommunes } from '../../people/access/app-sources.ts'
import { placeOfCommune } from './queries.ts'
import type { StoredCommune } from './shapes.ts'

/**
 * The commune whose content is shown for this id (its own, or of the one it merged into), within the scope of the app.
 */
export async function communeToShow(db: Db, source: AppSource, id: string) {
  const place = found(await placeOfCommune(db, id))
  refuseOutsideCommunes(source, place.id)
  return place
}

/** The address of the pages of the commune with this slug; it stays when they get a host of their own. */
export const pagesOfCommune = (slug: string, config: Config): string | null => {
  const origin = placeOrigin(config)
  return origin && `${origin}/place/${slug}`
}

/** The record with the address of its pages, as the API shows it. */
export const shownCommune = <C extends StoredCommune>(commune: C, config: Config) => ({
  ...commune,
  url: pagesOfCommune(commune.slug, config),
})
