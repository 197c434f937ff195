import type { Db } from '../kernel/db/db.ts'
import type { AppSource } from '../people/access/app-sources.ts'
import { fuseauOf } from '../territory/communes/collectes/zones.ts'
import { baseOf } from './addresses.ts'
import { firstOpen } from './town.ts'

/** The commune at whose address search engines find a publication: the first that the app has and whose pages are open. */
export interface CanonicalPlace {
  readonly nom: string
  /** `https://parvis.example/place/rennes`, or a host of the commune. */
  readonly address: string
  readonly fuseau: string
  readonly now: Date
}

export async function canonicalPlace(
  db: Db,
  urls: { readonly portal: string; readonly publicUrl: string },
  source: AppSource,
  communeIds: readonly string[],
  now: Date,
): Promise<CanonicalPlace | undefined> {
  const commune = await firstOpen(db, communeIds, source.communeIds)
  return commune && { nom: commune.nom, address: baseOf(urls, commune), fuseau: fuseauOf(commune), now }
}
