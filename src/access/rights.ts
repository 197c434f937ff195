import { type Db, sql } from '../kernel/db/db.ts'
import type { Caller } from './permissions.ts'

/** The roles of user `u`, and by role the communes of today that it is limited to. */
export const RIGHTS = sql`array(select role from user_roles r where r.user_id = u.id) as roles, coalesce((
  select jsonb_object_agg(r.role, array(
    select c.id from communes c where c.id = any(r.commune_ids) or c.epci_code = any(r.epci_codes)))
  from user_roles r where r.user_id = u.id and (r.commune_ids is not null or r.epci_codes is not null)), '{}') as territories`

/** A user with the rights of today, for work without a request. */
export const callerById = (db: Db, id: string) =>
  db.one<Caller>(sql`select u.id, u.status, ${RIGHTS} from users u where u.id = ${id}`)
