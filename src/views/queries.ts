import type { Area } from '../../shared/words/access.ts'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import { nameAmongColleagues } from '../users/queries.ts'
import type { NewView, View } from './shapes.ts'

const shown = sql`v.id, v.area, v.nom, v.address, v.shared,
  jsonb_build_object('id', u.id, 'nom', ${nameAmongColleagues(sql`u`)}) as by`

/** The user's own views, and those shared by colleagues who are not suspended. */
export const viewsFor = (db: Db, userId: string, areas: readonly Area[]) =>
  db.all<View>(sql`
    select ${shown} from views v join users u on u.id = v.user_id
    where v.area = any(${[...areas]}) and (v.user_id = ${userId} or (v.shared and u.status = 'active'))
    order by v.area, fold(v.nom), v.id limit 500`)

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
export const countOthers = async (tx: Tx, userId: string, { area, nom }: NewView): Promise<number> =>
  (
    await tx.one<{ total: number }>(sql`
      select count(*)::int as total from views
      where user_id = ${userId} and not (area = ${area} and lower(nom) = lower(${nom}))`)
  )?.total ?? 0

/** Users delete their own views; administrators delete shared ones too. */
export const deleteView = async (tx: Tx, id: string, userId: string, anyShared: boolean): Promise<boolean> =>
  (await tx.run(sql`
    delete from views where id = ${id} and (user_id = ${userId} or (${anyShared} and shared))`)) > 0
