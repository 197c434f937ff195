import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../kernel/config.ts'
import { type Database, sql } from '../kernel/db.ts'
import { generatePassword, hashPassword } from './passwords.ts'
import { createUser, findUserByEmail, grantRole, hasAdministrator, setPassword } from './queries.ts'

export const DEFAULT_ADMIN = 'admin@parvis.localhost'

export interface FirstAdmin {
  readonly email: string
  /** How the operator learns the password; undefined when they chose it themselves. */
  readonly password: { readonly shown: string } | { readonly file: string } | undefined
}

/** Without an administrator nobody could make one: the first start makes it, exactly once whatever starts beside. */
export async function ensureFirstAdmin(
  db: Database,
  config: Config,
  terminal: boolean,
): Promise<FirstAdmin | undefined> {
  if (await hasAdministrator(db.pool)) return undefined
  const email = config.admin.email ?? DEFAULT_ADMIN
  const password = config.admin.password ?? generatePassword()
  const passwordHash = await hashPassword(password)
  return await db.transaction(async tx => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('parvis.first-admin'))`)
    if (await hasAdministrator(tx)) return undefined
    const user =
      (await createUser(tx, { email, nom: null, passwordHash: null })) ?? (await findUserByEmail(tx, email))
    if (!user) throw new Error(`The first administrator (${email}) could not be created.`)
    // Somebody made before by a command has no password, or another one than the one that is told here.
    await setPassword(tx, user.id, passwordHash)
    await grantRole(tx, user.id, 'admin')
    await tx.run(sql`
      insert into audit_log (action, entity, entity_id, after)
      values ('user.role_granted', 'user', ${user.id}, '{"roles": ["admin"]}')`)
    // Before the commit: an administrator whose password could not be handed over would lock everybody out.
    return { email, password: config.admin.password ? undefined : handOver(password, config, terminal) }
  })
}

function handOver(password: string, { dataDir }: Config, terminal: boolean) {
  if (terminal) return { shown: password }
  const file = join(dataDir, 'first-admin-password')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // A file that is there already would keep its own permissions.
  rmSync(file, { force: true })
  writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' })
  return { file }
}
