import { Problem } from '../../kernel/refusals/errors.ts'
import type { AppSource } from '../../people/access/app-sources.ts'
import { territoryOfKey, type UserOrKey } from '../../people/access/permissions.ts'
import { type Placed, staysInside } from '../../people/access/territory.ts'
import type { Content } from './content.ts'
import type { PublicationType } from './queries.ts'
import type { ActeurStanding } from './standing.ts'

/** The communes of a publication: the zone of its acteur, and the limit of the caller, key or app. */

/** The slug of the type whose publications are pushed. */
export const ALERT = 'alerte'

/** What an API key or an app is limited to holds for each commune that is added. */
export function refuseLeaving(
  { caller, source }: { readonly caller: UserOrKey; readonly source: AppSource },
  before: Placed | undefined,
  after: Placed,
): void {
  for (const limit of [territoryOfKey(caller), source.communeIds])
    if (!staysInside(limit, before, after)) throw new Problem('scope_violation')
}

/** Where it was, and where it is after the change to this type. */
export function placesOf(before: Content, after: Content, { slug }: PublicationType) {
  const alert = slug === ALERT
  return { was: { ...before, alert: alert && before.type_id === after.type_id }, is: { ...after, alert } }
}

export const isInZone = ({ communes }: ActeurStanding, { commune_ids }: Content) =>
  commune_ids.every(id => communes.includes(id))

/** An acteur may add only communes of its zone to a publication. */
export const staysInZone = ({ communes }: ActeurStanding, before: Content, { commune_ids }: Content) =>
  commune_ids.every(id => before.commune_ids.includes(id) || communes.includes(id))
