import pg from 'pg'
import { Refusal } from '../refusals/refusal.ts'
import type { ClusterPlace } from './data-folder.ts'
import { codeOf } from './tools.ts'

export const OWNER = 'parvis_owner'
export const DATABASE = 'parvis'
/** Names the socket file; nothing listens on TCP. */
export const PORT = 5432

export async function connect(
  place: ClusterPlace,
  host: string,
  name: string,
  database = DATABASE,
): Promise<pg.Client> {
  const client = new pg.Client({
    host,
    port: PORT,
    user: OWNER,
    password: place.password,
    database,
    application_name: name,
    ssl: false,
    connectionTimeoutMillis: 10_000,
  })
  // Without a listener, a broken connection would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const code = codeOf(error)
    if (code === '28P01') {
      throw new Refusal(
        `The database in ${place.cluster} refuses the password in ${place.dataDir}/postgres.password.`,
      )
    }
    if (code !== '3D000' || database !== DATABASE) throw error
  }
  // The process that prepared the cluster was killed before it created the database.
  await createDatabase(place, host)
  return await connect(place, host, name)
}

/** Creates the database if it is missing. A wrong password is detected here first. */
export async function createDatabase(place: ClusterPlace, host: string): Promise<void> {
  const client = await connect(place, host, 'parvis', 'postgres')
  try {
    await client.query(`create database ${DATABASE}`)
  } catch (error) {
    // 42P04, or 23505 when it happens in the same instant: another process created it.
    if (!/^(42P04|23505)$/.test(codeOf(error))) throw error
  } finally {
    await client.end()
  }
}
