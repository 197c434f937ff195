import { keysFollow } from './exchange/api-keys/queries.ts'
import { importSourcesFollow } from './exchange/imports/merged-communes.ts'
import { endpointsFollow } from './exchange/webhook-endpoints/endpoints.ts'
import type { Tx } from './kernel/db/db.ts'
import { threadsFollow } from './letters/support/merged-communes.ts'
import { subscribersFollow } from './letters/weekly-mail/subscribers.ts'
import { appSourcesFollow } from './people/access/merged-communes.ts'
import { firstCommuneFollows } from './people/teamwork/merged-communes.ts'
import { rolesFollow } from './people/users/merged-communes.ts'
import { pushFollow } from './place/push/subscriptions.ts'
import { actesFollow } from './publishing/actes/merged-communes.ts'
import { publicationsFollow } from './publishing/publications/merged-communes.ts'
import { acteursFollow } from './territory/acteurs/merged-communes.ts'
import { hostsFollow } from './territory/communes/places/hosts.ts'
import * as national from './territory/communes/registers/load.ts'
import type { Follower } from './territory/communes/registers/load-merged.ts'
import { defibrillateursFollow } from './territory/defibrillateurs/merged-communes.ts'

/** Moves the records of a merged commune into its successor. Each folder with records of communes adds its part here. */
export const followers: readonly Follower[] = [
  acteursFollow,
  publicationsFollow,
  actesFollow,
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
