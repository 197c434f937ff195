import { claimsOfActeur } from '../claims/merged-acteurs.ts'
import { draftsOfActeur } from '../drafts/merged-acteurs.ts'
import { importSourcesOfActeur } from '../imports/merged-acteurs.ts'
import type { Tx } from '../kernel/db/db.ts'
import { subscriptionsOfActeur } from '../payments/merged-acteurs.ts'
import { publicationsOfActeur } from '../publications/merged-acteurs.ts'
import { uploadsOfActeur } from '../uploads/merged-acteurs.ts'

/**
 * What follows an acteur into the one it is put together with, folder by folder; members are in `merge.ts`. By its table, which
 * is the column of `acteur_merges` that keeps what followed.
 */
export const followers = {
  publications: publicationsOfActeur,
  claims: claimsOfActeur,
  subscriptions: subscriptionsOfActeur,
  import_sources: importSourcesOfActeur,
  uploads: uploadsOfActeur,
  // After the uploads: what a draft names has its new place by then.
  publication_drafts: draftsOfActeur,
} as const

type Table = keyof typeof followers
const tables = Object.keys(followers) as Table[]
/** The ids of what followed. */
export type Moved = Readonly<Record<Table, readonly string[]>>

/** `only`: of each these alone, where nobody moved them since. */
export async function follow(tx: Tx, from: string, into: string, only?: Moved): Promise<Moved> {
  const moved: Partial<Record<Table, readonly string[]>> = {}
  for (const table of tables) moved[table] = await followers[table](tx, from, into, only?.[table])
  return moved as Moved
}
