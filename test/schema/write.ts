/** `npm run schema`: writes db/schema.sql from a database with only the migrations. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../src/kernel/migrations/migrate.ts'
import { describeSchema } from '../../src/kernel/migrations/schema-text.ts'
import { openEmbedded } from '../../src/kernel/postgres/open.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parvis-schema-'))
try {
  const cluster = await openEmbedded({ dataDir, as: 'test', durable: false })
  try {
    await migrate(cluster.connection, [])
    const client = new pg.Client(cluster.connection)
    await client.connect()
    writeFileSync(join(import.meta.dirname, '../../db/schema.sql'), await describeSchema(client))
    await client.end()
  } finally {
    await cluster.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
