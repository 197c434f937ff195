import type { Tx } from './kernel/db/db.ts'
import { subscribersFollow } from './letters/weekly-mail/subscribers.ts'
import { pushFollow } from './place/push/subscriptions.ts'
import { publicationsFollow } from './publishing/publications/merged-communes.ts'
import { acteursFollow } from './territory/acteurs/merged-communes.ts'
import * as national from './territory/communes/registers/load.ts'
import { type Follower, moveColumn, moveList } from './territory/communes/registers/load-merged.ts'
import { defibrillateursFollow } from './territory/defibrillateurs/merged-communes.ts'

/**
 * Moves the records of a merged commune into its successor, in the order in which other changes lock them. A table whose rows
 * need more than the other id has its part in its own folder.
 */
export const followers: readonly Follower[] = [
  acteursFollow,
  publicationsFollow,
  moveColumn('actes'),
  moveList('app_sources'),
  moveList('user_roles'),
  moveList('api_keys'),
  moveColumn('support_threads'),
  defibrillateursFollow,
  moveColumn('import_sources'),
  moveColumn('commune_hosts'),
  pushFollow,
  subscribersFollow,
  moveList('webhook_endpoints'),
  moveColumn('team_settings', 'first_commune_id'),
]

export const loadCommunes = (tx: Tx) => national.loadCommunes(tx, followers)
