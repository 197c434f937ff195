import type pg from 'pg'
import { isPostgresError } from '../db-errors.ts'

/** Which server this is, and what it does at the moment. */
export interface Identity {
  /** The same on a primary and all that follow it; undefined where the server does not tell. */
  readonly system: string | undefined
  /** Another one for each server, and after each start. */
  readonly server: string
  /** One higher after each promotion; undefined on a standby, and where the server does not tell. */
  readonly timeline: number | undefined
  readonly standby: boolean
  /** The server, the database or the account says that transactions only read. */
  readonly readOnly: boolean
}

/** When it was started, to the microsecond: no two servers share that, and each tells it. */
export const SERVER = 'extract(epoch from pg_postmaster_start_time())::text as server'
const ROLE = `${SERVER}, pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') = 'on' as "readOnly"`
/** The first eight digits of the log's present file are the timeline; the control file only learns of it later. */
const WHOLE = `
  select system_identifier::text as system, ${ROLE},
         case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as file
  from pg_control_system()`

/** Some providers lend no such functions: then only its role is known. */
export async function identityOf(client: pg.ClientBase): Promise<Identity> {
  const { rows } = await client.query(WHOLE).catch(error => {
    if (isPostgresError(error) && /^(42|0A)/.test(error.code)) return client.query(`select ${ROLE}`)
    throw error
  })
  const { system, server, standby, readOnly, file } = rows[0]
  return {
    system,
    server,
    standby,
    readOnly,
    timeline: file ? Number.parseInt(file.slice(0, 8), 16) : undefined,
  }
}
