import { importSourcesOfActeur } from '../../exchange/imports/merged-acteurs.ts'
import { subscriptionsOfActeur } from '../../exchange/payments/merged-acteurs.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { draftsOfActeur } from '../../publishing/drafts/merged-acteurs.ts'
import { publicationsOfActeur } from '../../publishing/publications/merged-acteurs.ts'
import { uploadsOfActeur } from '../../publishing/uploads/merged-acteurs.ts'
import { zoneOfActeur } from '../../territory/acteurs/merged-acteurs.ts'
import { claimsOfActeur } from '../../territory/claims/merged-acteurs.ts'

/**
 * What moves when an acteur is merged into another, by table; members are in `members.ts`. The table is also the
 * column of `acteur_merges` that stores the ids.
 */
export const followers = {
  publications: publicationsOfActeur,
  claims: claimsOfActeur,
  subscriptions: subscriptionsOfActeur,
  import_sources: importSourcesOfActeur,
  uploads: uploadsOfActeur,
  // After the uploads: a draft refers to their new ids.
  publication_drafts: draftsOfActeur,
  // The ids of communes.
  acteur_communes: zoneOfActeur,
} as const

type Table = keyof typeof followers
const tables = Object.keys(followers) as Table[]
/** The ids of the moved rows. */
export type Moved = Readonly<Record<Table, readonly string[]>>

/** `only`: just these rows, if they were not moved since. */
export async function follow(tx: Tx, from: string, into: string, only?: Moved): Promise<Moved> {
  const moved: Partial<Record<Table, readonly string[]>> = {}
  for (const table of tables) moved[table] = await followers[table](tx, from, into, only?.[table])
  return moved as Moved
}
