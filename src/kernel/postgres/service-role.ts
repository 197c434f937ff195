import { createHmac } from 'node:crypto'
import pg from 'pg'
import { DatabaseClient } from '../db/client.ts'
import type { ConnectionConfig } from '../db/db.ts'

/** The login of the service. It may only become `parvis_app`, so that RESET ROLE gains nothing. */
const SERVICE = 'parvis_service'
const LOCK = 0x50415257

/** The password is derived from the owner's, so it need not be stored. */
export const asService = (owner: ConnectionConfig): ConnectionConfig => ({
  ...owner,
  user: SERVICE,
  password: createHmac('sha256', String(owner.password)).update(SERVICE).digest('base64url'),
})

/** Creates the login if missing, after the migrations have created `parvis_app`. */
export async function serviceLogin(owner: ConnectionConfig): Promise<ConnectionConfig> {
  const service = asService(owner)
  const client = new DatabaseClient({ ...owner, application_name: 'parvis service role' })
  await client.connect()
  try {
    await client.query('begin')
    // Several processes may create it at the same time.
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const { rows } = await client.query(
      `select pg_has_role(r.oid, a.oid, 'set') as lent
       from pg_roles r, pg_roles a where r.rolname = $1 and a.rolname = 'parvis_app'`,
      [SERVICE],
    )
    if (rows.length === 0)
      await client.query(
        `create role ${SERVICE} login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
         password ${pg.escapeLiteral(String(service.password))}`,
      )
    if (!rows[0]?.lent)
      await client.query(`grant parvis_app to ${SERVICE} with inherit false, set true, admin false`)
    await client.query('commit')
  } finally {
    await client.end()
  }
  return service
}
