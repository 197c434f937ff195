import { rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../kernel/db/database.ts'
import { type Db, sql } from '../kernel/db/db.ts'
import { makeFolder } from '../kernel/files/folder.ts'
import { recordBySystem } from '../kernel/records/audit.ts'
import { Refusal } from '../kernel/refusals/refusal.ts'
import type { Config } from '../kernel/settings/config.ts'
import { isKnownPassword } from '../people/users/known-passwords.ts'
import { generatePassword, hashPassword } from '../people/users/passwords.ts'
import { createUser, findUserByEmail, grantRole, hasAdministrator } from '../people/users/queries.ts'
import { TOO_WELL_KNOWN } from '../people/users/typed-password.ts'
import { setPassword } from './issuer/accounts.ts'

export const DEFAULT_ADMIN = 'admin@parvis.localhost'

export interface FirstAdmin {
  readonly email: string
  /** How the operator learns the password; undefined when they chose it themselves. */
  readonly password: { readonly shown: string } | { readonly file: string } | undefined
}

/** Creates an administrator at the first start, exactly once even when several nodes start together. */
export async function ensureFirstAdmin(
  db: Database,
  config: Config,
  terminal: boolean,
): Promise<FirstAdmin | undefined> {
  if (await hasAdministrator(db.pool)) return undefined
  const email = config.admin.email ?? DEFAULT_ADMIN
  const chosen = config.admin.password
  if (chosen !== undefined && isKnownPassword(chosen, [email]))
    throw new Refusal(`PARVIS_ADMIN_PASSWORD: ${TOO_WELL_KNOWN}`)
  const password = chosen ?? generatePassword()
  const passwordHash = await hashPassword(password)
  return await db.transaction(async tx => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('parvis.first-admin'))`)
    if (await hasAdministrator(tx)) return undefined
    const user = (await createUser(tx, { email, nom: null })) ?? (await findUserByEmail(tx, email))
    if (!user) throw new Error(`The first administrator (${email}) could not be created.`)
    // An account created by a command earlier has no password or another one.
    await setPassword(tx, user.id, passwordHash)
    await grantRole(tx, user.id, 'admin')
    // Before the commit: if the password cannot be written, no administrator with an unknown password is created.
    const handed = config.admin.password ? undefined : handOver(password, config, terminal)
    const after = { roles: ['admin'], ...(handed && { password_at: whereabouts(handed) }) }
    await recordBySystem(tx, 'user.role_granted', user.id, after)
    return { email, password: handed }
  })
}

/** Names file and host, because other nodes cannot read this node's folder. */
const whereabouts = (password: NonNullable<FirstAdmin['password']>) =>
  `${'file' in password ? password.file : 'the terminal it was started on'} of ${hostname()}`

/** Where the generated password was written; undefined once it was used. */
export async function passwordAt(db: Db): Promise<string | undefined> {
  const row = await db.one<{ place: string }>(sql`
    select a.after->>'password_at' as place from users u join audit_log a on a.entity = 'user' and a.entity_id = u.id::text
    where u.id = (select user_id from user_roles where role = 'admin' order by created_at, user_id limit 1)
      and u.last_seen_at is null and a.after ? 'password_at' limit 1`)
  return row?.place
}

function handOver(password: string, { dataDir }: Config, terminal: boolean) {
  if (terminal) return { shown: password }
  const file = join(dataDir, 'first-admin-password')
  makeFolder(dataDir, 0o700)
  // An existing file would keep its permissions.
  rmSync(file, { force: true })
  writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' })
  return { file }
}
