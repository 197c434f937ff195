import { AREAS, type Area } from '../../../shared/words/access.ts'
import { countRows, type Db, join, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { areasOf, type Caller, territoryOf } from '../access/permissions.ts'
import { nameAmongColleagues } from '../users/queries.ts'
import type { NewView, View } from './shapes.ts'

const shown = sql`v.id, v.area, v.nom, v.address, v.shared,
  jsonb_build_object('id', u.id, 'nom', ${nameAmongColleagues(sql`u`)}) as by`

/** The user's own views, and those shared by colleagues who are not suspended. */
export const viewsFor = (db: Db, caller: Caller) =>
  db.all<View>(sql`
    select ${shown} from views v join users u on u.id = v.user_id
    where (v.user_id = ${caller.id} or (v.shared and u.status = 'active'))
      and (${join(
        areasOf(caller.roles).map(area => sql`(v.area = ${area} and ${shownIn(caller, area)})`),
        ' or ',
      )})
    order by v.area, fold(v.nom), v.id limit 500`)

/** A search may name people and places elsewhere: a limited caller gets those of colleagues with the same limit. */
function shownIn(caller: Caller, area: Area): Sql {
  const territory = territoryOf(caller, area)
  if (territory === null) return sql`true`
  return sql`(v.user_id = ${caller.id} or v.address !~ '[?&]q=' or exists (
    select from user_roles r where r.user_id = v.user_id and r.role = ${AREAS[area].role}
      and (r.commune_ids is not null or r.epci_codes is not null)
      and array(select c.id from communes c where c.id = any(r.commune_ids) or c.epci_code = any(r.epci_codes) order by 1)
        = ${[...territory].sort()}::uuid[]))`
}

/** Saving under an existing name replaces the view. */
export const saveView = (tx: Tx, userId: string, { area, nom, address, shared = false }: NewView) =>
  tx.one<View>(sql`
    with saved as (
      insert into views (user_id, area, nom, address, shared) values (${userId}, ${area}, ${nom}, ${address}, ${shared})
      on conflict (user_id, area, lower(nom)) do update
        set nom = excluded.nom, address = excluded.address, shared = excluded.shared
      returning *)
    select ${shown} from saved v join users u on u.id = v.user_id`)

/** The number of the user's other views. */
export const countOthers = (tx: Tx, userId: string, { area, nom }: NewView): Promise<number> =>
  countRows(
    tx,
    sql`views
      where user_id = ${userId} and not (area = ${area} and lower(nom) = lower(${nom}))`,
  )

/** Users delete their own views; administrators delete shared ones too. */
export const deleteView = async (tx: Tx, id: string, userId: string, anyShared: boolean): Promise<boolean> =>
  (await tx.run(sql`
    delete from views where id = ${id} and (user_id = ${userId} or (${anyShared} and shared))`)) > 0
