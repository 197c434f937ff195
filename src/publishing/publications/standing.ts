import type { MemberPermission, MemberRole } from '../../../shared/words/access.ts'
import { type Db, empty, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { membershipsOf } from '../../people/access/memberships.ts'
import { type Standing, territoryOfKey, type UserOrKey } from '../../people/access/permissions.ts'
import { isInside } from '../../people/access/territory.ts'

/** A caller's rights in an acteur, as `can` expects them. */

/** The columns for `acteurs a` and its member `m`; all null without an acteur. */
export const standing = sql`m.role, m.permissions, a.active and a.deleted_at is null as open, a.can_publish`
export interface StandingRow {
  readonly role: MemberRole | null
  readonly permissions: readonly MemberPermission[] | null
  readonly open: boolean | null
  readonly can_publish: boolean | null
}

/** For a publication without acteur, which has no members: the back-office decides alone. */
const OF_NO_ACTEUR: Standing = { role: undefined, permissions: [], open: true, can_publish: false }

export const standingOf = ({ role, permissions, open, can_publish }: StandingRow): Standing =>
  open === null
    ? OF_NO_ACTEUR
    : { role: role ?? undefined, permissions: permissions ?? [], open, can_publish: can_publish === true }

export interface ActeurStanding extends Standing {
  readonly communes: readonly string[]
  readonly deleted: boolean
}

/** Undefined for an unknown acteur. Locks the acteur until the transaction ends. */
export const standingIn = async (
  tx: Tx,
  acteurId: string | null,
  caller: UserOrKey,
): Promise<ActeurStanding | undefined> =>
  acteurId === null
    ? { ...OF_NO_ACTEUR, communes: [], deleted: false }
    : await find(tx, acteurId, caller, sql`for share of a`)

/** A key of some communes has none in a publication that is for none of them. */
export const standingFor = async (
  tx: Tx,
  { acteur_id, commune_ids }: { readonly acteur_id: string | null; readonly commune_ids: readonly string[] },
  caller: UserOrKey,
): Promise<ActeurStanding | undefined> =>
  isInside(territoryOfKey(caller), commune_ids) ? await standingIn(tx, acteur_id, caller) : undefined

export const readStanding = (
  db: Db,
  acteurId: string,
  caller: UserOrKey,
): Promise<ActeurStanding | undefined> => find(db, acteurId, caller, empty)

async function find(
  db: Db,
  acteurId: string,
  caller: UserOrKey,
  lock: Sql,
): Promise<ActeurStanding | undefined> {
  const row = await db.one<StandingRow & Pick<ActeurStanding, 'communes' | 'deleted'>>(sql`
    select ${standing}, a.deleted_at is not null as deleted,
           array(select a.commune_id where a.commune_id is not null
                 union select commune_id from acteur_communes where acteur_id = a.id) as communes
    from acteurs a left join ${membershipsOf(caller)} m on m.acteur_id = a.id
    where a.id = ${acteurId} ${lock}`)
  return row && { ...standingOf(row), communes: within(caller, row.communes), deleted: row.deleted }
}

/** A key of some communes publishes for these alone, also where the acteur has others. */
function within(caller: UserOrKey, communes: readonly string[]): readonly string[] {
  const territory = territoryOfKey(caller)
  if (territory === null) return communes
  const reached = new Set(territory)
  return communes.filter(id => reached.has(id))
}
