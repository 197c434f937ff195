import type pg from 'pg'
import { isPostgresError } from '../refusals/db-errors.ts'

/** Which server this is, and its current role. */
export interface Identity {
  /** The system identifier: shared by a primary and its standbys; undefined where the provider hides it. */
  readonly system: string | undefined
  /** Differs for each server and after each start. */
  readonly server: string
  /** Increases with each promotion; undefined on a standby, and where the provider hides it. */
  readonly timeline: number | undefined
  readonly standby: boolean
  /** `default_transaction_read_only` is on for the server, database or account. */
  readonly readOnly: boolean
}

/** The start time to the microsecond: unique, and readable on every server. */
export const SERVER = 'extract(epoch from pg_postmaster_start_time())::text as server'
const ROLE = `${SERVER}, pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') = 'on' as "readOnly"`
/** The first eight digits of the current WAL file name are the timeline; the control file is updated later. */
const WHOLE = `
  select system_identifier::text as system, ${ROLE},
         case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as file
  from pg_control_system()`

/** Some providers forbid these functions: then only the role is known. */
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
