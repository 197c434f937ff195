import type { Area } from '../../../shared/words/access.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { type Caller, can, territoryOf } from './permissions.ts'
import type { Territory } from './territory.ts'

/** The communes of today of a role `r` that is limited. */
export const COMMUNES_OF_ROLE = sql`array(
  select c.id from communes c where c.id = any(r.commune_ids) or c.epci_code = any(r.epci_codes))`
export const ROLE_IS_LIMITED = sql`(r.commune_ids is not null or r.epci_codes is not null)`

/** The roles of user `u`, and by role the communes of today that it is limited to. */
export const RIGHTS = sql`array(select role from user_roles r where r.user_id = u.id) as roles, coalesce((
  select jsonb_object_agg(r.role, ${COMMUNES_OF_ROLE})
  from user_roles r where r.user_id = u.id and ${ROLE_IS_LIMITED}), '{}') as territories`

/** A user with the rights of today, for work without a request. */
export const callerById = (db: Db, id: string) =>
  db.one<Caller>(sql`select u.id, u.status, ${RIGHTS} from users u where u.id = ${id}`)

/** A person's reach in an area of the back-office. */
interface Reach {
  readonly territory: Territory
}

/**
 * The reach of the person for whom a job acts, by the rights of now; undefined when the right is lost. The lock makes
 * suspensions and changes of roles wait until the job commits: nothing is done for the person after their answer. The
 * roles are read by a second statement, which sees what the lock waited for.
 */
export async function reachInJob(tx: Tx, userId: string, area: Area): Promise<Reach | undefined> {
  await tx.run(sql`select from users where id = ${userId} for share`)
  const caller = await callerById(tx, userId)
  if (!caller || can(caller, { action: 'administer', area }) !== 'allowed') return undefined
  return { territory: territoryOf(caller, area) }
}

/** Rolls back what a job did for a person who has lost the right meanwhile. */
export class RightLost extends Error {}
