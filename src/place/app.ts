import type { Db } from '../kernel/db/db.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { type AppSource, appSources } from '../people/access/app-sources.ts'

/** The app whose scope the pages have: an operator limits it, or switches it off, like any other app. */
export const APP = 'place'

/** Its scope, for jobs; undefined while it is switched off. */
export async function scopeOfPlace(db: Db): Promise<AppSource | undefined> {
  try {
    return await appSources(db).resolve(APP)
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  }
}
