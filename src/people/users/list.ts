import { isId } from '../../../shared/shapes.ts'
import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import { type IndexOrder, newestFirst, pageRows, timestampPart } from '../../kernel/lists/orders.ts'
import { anyText, type Page } from '../../kernel/lists/paging.ts'
import { hasAccess } from './expected.ts'
import { person } from './queries.ts'
import type { User, UsersQuery } from './shapes.ts'

type UserFilter = Pick<UsersQuery, 'q' | 'role' | 'status' | 'acteur_id' | 'expected' | 'team'>
type Row = User & { readonly name_key: string; readonly seen_key: string }

/** As in the index: users without a name come last. */
const NAME = sql`(coalesce(u.nom_recherche, '~') collate "C")`
const SEEN = sql`coalesce(u.last_seen_at, '1970-01-01 00:00:00+00'::timestamptz)`

export const ORDERS: Readonly<Record<NonNullable<UsersQuery['sort']>, IndexOrder<Row>>> = {
  created_at_desc: newestFirst(sql`u.id`),
  nom_asc: {
    by: sql`${NAME}, u.id`,
    rowsAfter: ([name, id]) => sql`(${NAME}, u.id) > (${name}, ${id}::uuid)`,
    checks: [anyText, isId],
    keyOf: ({ name_key, id }) => [name_key, id],
  },
  last_seen_desc: {
    by: sql`${SEEN} desc, u.id desc`,
    rowsAfter: ([seen, id]) => sql`(${SEEN}, u.id) < (${seen}::timestamptz, ${id}::uuid)`,
    checks: [timestampPart, isId],
    keyOf: ({ seen_key, id }) => [seen_key, id],
  },
}

export const withoutKeys = ({ name_key: _, seen_key: _seen, ...user }: Row): User => user

export const listUsers = (db: Db, filter: UserFilter, page: Page<IndexOrder<Row>>) =>
  db.all<Row>(sql`
    select ${person}, ${NAME} as name_key, ${SEEN}::text as seen_key
    from ${pageRows(sql`users`, sql`u`, conditions(filter), page)} order by ${page.order.by}`)

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const narrowed = conditions(filter)
  const row = await db.one<{ total: number }>(
    narrowed.length === 0
      ? sql`select total from counters where name = 'users'`
      : sql`select count(*) as total from users u ${where(narrowed)}`,
  )
  return row?.total ?? 0
}

function conditions({ q, role, status, acteur_id, expected, team }: UserFilter): Sql[] {
  const works = sql`exists (select from user_roles r where r.user_id = u.id)`
  const waits = sql`(coalesce(u.email, u.invited_email) is not null and not ${hasAccess})`
  return [
    ...(q ? [sql`u.recherche like somewhere(${q})`] : []),
    ...(role ? [sql`exists (select from user_roles r where r.user_id = u.id and r.role = ${role})`] : []),
    ...(status ? [sql`u.status = ${status}`] : []),
    ...(acteur_id
      ? [sql`u.id in (select m.user_id from actor_users m where m.acteur_id = ${acteur_id})`]
      : []),
    ...(team === undefined ? [] : [team ? works : sql`not ${works}`]),
    ...(expected === undefined ? [] : [expected ? waits : sql`not ${waits}`]),
  ]
}
