import { Data, List } from '../../../shared/shapes.ts'
import { AREAS, type Area } from '../../../shared/words/access.ts'
import { type Db, type Sql, sql } from '../../kernel/db/db.ts'
import { read } from '../../kernel/routes/action.ts'
import { PersonInBrief } from '../access/in-brief.ts'
import { type Caller, territoryOf } from '../access/permissions.ts'
import { COMMUNES_OF_ROLE, RIGHTS, ROLE_IS_LIMITED } from '../access/rights.ts'
import { idsInside } from '../access/territory.ts'
import { isKnown, nameAmongColleagues } from '../users/queries.ts'

/** Colleagues who share the work on a kind of record. */

/** The kinds of records that colleagues share, and the area of each. */
export const AREA_OF = {
  publications: 'moderation',
  acteurs: 'claims',
  claims: 'claims',
  threads: 'support',
  users: 'reserved',
} as const satisfies Readonly<Record<string, Area>>
export type Shared = keyof typeof AREA_OF

/** More than any team has. */
const MOST = 200

/** Whether user `u` has access to the area. */
const has = (area: Area): Sql => sql`u.status = 'active' and exists (
  select from user_roles r where r.user_id = u.id and r.role = any(${['admin', AREAS[area].role]}::text[]))`

/**
 * Whether a record has no assignee, or one who lost access to it: to the area, or to the communes of the record.
 * `meets`: whether it lies in these communes. Asked of the few whose role is limited alone.
 */
export function isNobodys(assignee: Sql, area: Area, meets: (communes: Sql) => Sql): Sql {
  const { role } = AREAS[area]
  const among = (users: Sql) => sql`array(select u.id from users u where ${users})`
  const isLimited = sql`exists (
    select from user_roles r where r.user_id = u.id and r.role = ${role} and ${ROLE_IS_LIMITED})
    and not exists (select from user_roles r where r.user_id = u.id and r.role = 'admin')`
  return sql`(${assignee} is null or ${assignee} <> all(${among(has(area))})
    or ${assignee} = any(${among(isLimited)}) and not exists (
      select from user_roles r where r.user_id = ${assignee} and r.role = ${role} and ${meets(COMMUNES_OF_ROLE)}))`
}

export const colleaguesOf = (kind: Shared) =>
  read({
    summary: 'Colleagues with access to these records, by name: those who can be assigned or mentioned',
    reply: Data(List(PersonInBrief, MOST)),
    run: async ({ db }) => ({
      data: await db.all<{ id: string; nom: string | null }>(sql`
        select u.id, ${nameAmongColleagues(sql`u`)} as nom from users u where ${has(AREA_OF[kind])}
        order by lower(u.nom), u.id limit ${MOST}`),
    }),
  })

/** Those of the users who may read the record: they have the area, and the record lies in their territory. */
export async function whoRead(
  db: Db,
  kind: Shared,
  recordId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const area = AREA_OF[kind]
  const colleagues = await db.all<Caller>(sql`
    select u.id, u.status, ${RIGHTS} from users u where u.id = any(${[...userIds]}::uuid[]) and ${has(area)}`)
  const reading = new Set<string>()
  for (const caller of colleagues) {
    const territory = territoryOf(caller, area)
    if ((await idsInside(db, kind, [recordId], { id: caller.id, territory })).length > 0)
      reading.add(caller.id)
  }
  return reading
}

/** Those of the records that nobody else who can sign in may read. */
export async function readByNobodyElse(
  db: Db,
  kind: Shared,
  recordIds: readonly string[],
  callerId: string,
): Promise<readonly string[]> {
  const area = AREA_OF[kind]
  const others = await db.all<Caller>(sql`
    select u.id, u.status, ${RIGHTS} from users u where u.id <> ${callerId} and ${has(area)} and ${isKnown}
    order by u.id limit ${MOST}`)
  let left = recordIds
  for (const other of others) {
    if (left.length === 0) break
    const read = await idsInside(db, kind, left, { id: other.id, territory: territoryOf(other, area) })
    left = left.filter(id => !read.includes(id))
  }
  return left
}
