import { claimsOfActeur } from '../claims/merged-acteurs.ts'
import { draftsOfActeur } from '../drafts/merged-acteurs.ts'
import { importSourcesOfActeur } from '../imports/merged-acteurs.ts'
import { subscriptionsOfActeur } from '../payments/merged-acteurs.ts'
import { publicationsOfActeur } from '../publications/merged-acteurs.ts'
import { uploadsOfActeur } from '../uploads/merged-acteurs.ts'

/** What follows an acteur into the one it is put together with, folder by folder; members are in `merge.ts`. */
export const followers = {
  publications: publicationsOfActeur,
  publication_drafts: draftsOfActeur,
  claims: claimsOfActeur,
  subscriptions: subscriptionsOfActeur,
  import_sources: importSourcesOfActeur,
  uploads: uploadsOfActeur,
} as const
