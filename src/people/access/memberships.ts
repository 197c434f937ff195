import { namesOf } from '../../../shared/fields/field.ts'
import { MEMBER_PERMISSIONS } from '../../../shared/words/access.ts'
import { type Db, type Sql, sql } from '../../kernel/db/db.ts'
import type { Standing, UserOrKey } from './permissions.ts'

/** The rows of `actor_users` that apply to the caller: those of a user, or the acteurs of the limit of a key. */
export const membershipsOf = (caller: UserOrKey): Sql => {
  if (caller.kind !== 'key')
    return sql`(select acteur_id, role, permissions from actor_users where user_id = ${caller.id})`
  const { limit } = caller
  const within =
    'acteurId' in limit
      ? sql`keyed.id = ${limit.acteurId}`
      : sql`keyed.commune_id = any(${[...limit.communeIds]}::uuid[])`
  return sql`(
    select keyed.id as acteur_id, 'editor'::text as role, ${namesOf(MEMBER_PERMISSIONS)}::text[] as permissions
    from acteurs keyed where ${within})`
}

export const membershipIn = (db: Db, acteurId: string, caller: UserOrKey) =>
  db.one<Pick<Standing, 'permissions'> & { readonly role: NonNullable<Standing['role']> }>(sql`
    select role, permissions from ${membershipsOf(caller)} m where acteur_id = ${acteurId}`)
