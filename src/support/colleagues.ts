import { Data, List } from '../../shared/shapes.ts'
import { type Db, sql } from '../kernel/db/db.ts'
import { invalid } from '../kernel/errors.ts'
import { read } from '../kernel/routes/action.ts'
import { PersonInBrief } from '../users/shapes.ts'

/** More than any support team has. */
const MOST = 200

/** Users with access to the support area. */
const are = sql`u.status = 'active' and exists (
  select from user_roles r where r.user_id = u.id and r.role in ('admin', 'operator_support'))`
const COLLEAGUES = sql`select u.id, u.nom from users u where ${are}`

/** Whether thread `t` has no assignee, or one who lost access to the area. */
export const isNobodys = sql`(t.assignee_id is null or t.assignee_id <> all(array(
  select u.id from users u where ${are})))`

export const colleagues = read({
  summary: 'Colleagues to whom conversations may be assigned, by name',
  reply: Data(List(PersonInBrief, MOST)),
  run: async ({ db }) => ({
    data: await db.all<{ id: string; nom: string | null }>(
      sql`${COLLEAGUES} order by lower(u.nom), u.id limit ${MOST}`,
    ),
  }),
})

/** Refuses an assignee who could not open the thread. */
export async function refuseAssigning(db: Db, userId: string): Promise<void> {
  if (!(await db.one(sql`${COLLEAGUES} and u.id = ${userId}`)))
    throw invalid(
      'assignee_id',
      'Cette personne n’a pas accès aux messages.',
      'This person has no access to the messages.',
    )
}
