import { type Db, sql, type Tx } from '../kernel/db.ts'
import type { Role } from '../kernel/permissions.ts'
import { EMBEDDED } from '../kernel/tokens.ts'

export interface Account {
  readonly id: string
  readonly status: 'active' | 'suspended'
}

export const findUserByEmail = (db: Db, email: string) =>
  db.one<Account>(sql`select id, status from users where email = ${email.toLowerCase()}`)

export const hasAdministrator = async (db: Db) =>
  (await db.one(sql`select from user_roles where role = 'admin' limit 1`)) !== undefined

/** A user of the embedded issuer, with a verified address: made by an operator, so nobody has to prove it. */
export async function createUser(
  tx: Tx,
  user: { email: string; nom: string | null; passwordHash: string | null },
): Promise<Account | undefined> {
  const created = await tx.one<Account>(sql`
    insert into users (email, nom, password_hash) values (${user.email.toLowerCase()}, ${user.nom}, ${user.passwordHash})
    on conflict (email) do nothing returning id, status`)
  if (created) {
    await tx.run(sql`
      insert into user_identities (issuer, subject, user_id) values (${EMBEDDED}, ${created.id}, ${created.id})`)
  }
  return created
}

export const grantRole = async (tx: Tx, userId: string, role: Role) =>
  (await tx.run(
    sql`insert into user_roles (user_id, role) values (${userId}, ${role}) on conflict do nothing`,
  )) > 0
