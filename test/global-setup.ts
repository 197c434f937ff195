import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCommunes } from '../src/communes/load.ts'
import { jobs } from '../src/jobs.ts'
import { connect } from '../src/kernel/db.ts'
import { queuesOf } from '../src/kernel/jobs.ts'
import { migrate } from '../src/kernel/migrate.ts'
import { type EmbeddedDatabase, openEmbedded } from '../src/kernel/postgres/open.ts'
import { inDatabase, ownerOf, TEMPLATES } from './databases.ts'

/** One PostgreSQL for the whole run, with a migrated template that every test file copies for itself. */

let cluster: EmbeddedDatabase | undefined
let dataDir = ''

export async function globalSetup(): Promise<void> {
  dataDir = mkdtempSync(join(tmpdir(), 'parvis-test-'))
  cluster = await openEmbedded({ dataDir, as: 'test', durable: false })
  process.env.PARVIS_TEST_CLUSTER = JSON.stringify(cluster.connection)
  await inDatabase('postgres', client => client.query(`create database ${TEMPLATES.empty}`))
  const owner = ownerOf(TEMPLATES.empty)
  await migrate(owner, queuesOf(jobs))
  await inDatabase('postgres', client =>
    client.query(`create database ${TEMPLATES.france} template ${TEMPLATES.empty}`),
  )
  const db = connect(ownerOf(TEMPLATES.france))
  await db.transaction(loadCommunes)
  await db.close()
  await inDatabase(TEMPLATES.france, client => client.query('vacuum analyze'))
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
