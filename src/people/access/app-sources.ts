import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, sql } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/refusals/errors.ts'

/** The calling app and its scope; null means everywhere. */
export interface AppSource {
  readonly slug: string
  readonly communeIds: readonly string[] | null
  readonly acteurIds: readonly string[] | null
}

export interface AppSources {
  /**
   * The app of a header; refused if malformed or switched off. A promise only when the cached scope is older than a
   * second.
   */
  resolve(header: string | undefined): AppSource | Promise<AppSource>
}

const WELL_FORMED = /^[a-z0-9_-]{1,40}$/
/** Follows merges of acteurs, as long as they last. */
const ACTEURS_OF_TODAY = sql`case when acteur_ids is not null then array(
  with recursive shown (id) as (
    select unnest(acteur_ids) union select a.merged_into from acteurs a join shown on a.id = shown.id
    where a.merged_into is not null)
  select id from shown) end`
const FRESH_MS = 1_000
const TIMEOUT_MS = 250

export function appSources(db: Db): AppSources {
  let known: ReadonlyMap<string, AppSource & { readonly active: boolean }> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  const readAgain = async () => {
    try {
      const rows = await db.all<AppSource & { active: boolean }>(
        sql`select slug, active, commune_ids as "communeIds", ${ACTEURS_OF_TODAY} as "acteurIds" from app_sources`,
      )
      known = new Map(rows.map(row => [row.slug, row]))
      readAt = performance.now()
    } finally {
      reading = undefined
    }
  }
  /** Unknown apps have the scope of the public one: a new app needs no registration. */
  const find = (slug: string): AppSource => {
    const source = known.get(slug)
    if (source?.active === false) throw new Problem('app_source_off')
    return source ?? { slug, communeIds: null, acteurIds: null }
  }

  return {
    resolve(header) {
      if (header === undefined) throw new Problem('missing_app_source')
      if (!WELL_FORMED.test(header)) throw new Problem('invalid_app_source')
      if (performance.now() - readAt < FRESH_MS) return find(header)
      reading ??= readAgain()
      if (readAt === Number.NEGATIVE_INFINITY) return reading.then(() => find(header))
      // When the database is busy or away, the last known scope stays in use.
      return Promise.race([reading.catch(() => {}), sleep(TIMEOUT_MS)]).then(() => find(header))
    },
  }
}

/** Refuses a record of a commune outside the app's scope. */
export function refuseOutsideCommunes(source: AppSource, communeId: string): void {
  if (source.communeIds && !source.communeIds.includes(communeId)) throw new Problem('scope_violation')
}

/** Whether the app shows a publication. */
export const isWithin = (
  source: AppSource,
  publication: { acteur_id: string | null; commune_ids: readonly string[] },
) =>
  (source.communeIds === null || publication.commune_ids.some(id => source.communeIds?.includes(id))) &&
  (source.acteurIds === null ||
    (publication.acteur_id !== null && source.acteurIds.includes(publication.acteur_id)))
