import { appSourcesFollow } from './access/merged-communes.ts'
import { acteursFollow } from './acteurs/merged-communes.ts'
import { keysFollow } from './api-keys/queries.ts'
import { hostsFollow } from './communes/places/hosts.ts'
import * as national from './communes/registers/load.ts'
import type { Follower } from './communes/registers/load-merged.ts'
import { defibrillateursFollow } from './defibrillateurs/merged-communes.ts'
import { importSourcesFollow } from './imports/merged-communes.ts'
import type { Tx } from './kernel/db/db.ts'
import { pushFollow } from './place/push/subscriptions.ts'
import { publicationsFollow } from './publications/merged-communes.ts'
import { threadsFollow } from './support/merged-communes.ts'
import { firstCommuneFollows } from './teamwork/merged-communes.ts'
import { rolesFollow } from './users/merged-communes.ts'
import { endpointsFollow } from './webhook-endpoints/endpoints.ts'
import { subscribersFollow } from './weekly-mail/subscribers.ts'

/** Moves the records of a merged commune into its successor. Each folder with records of communes adds its part here. */
export const followers: readonly Follower[] = [
  acteursFollow,
  publicationsFollow,
  appSourcesFollow,
  rolesFollow,
  keysFollow,
  threadsFollow,
  defibrillateursFollow,
  importSourcesFollow,
  hostsFollow,
  pushFollow,
  subscribersFollow,
  endpointsFollow,
  firstCommuneFollows,
]

export const loadCommunes = (tx: Tx) => national.loadCommunes(tx, followers)
