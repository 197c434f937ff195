import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testConfig } from '../test/app.ts'
import { copyOf, inDatabase } from '../test/databases.ts'
import { eventually } from '../test/eventually.ts'
import { createLog } from './kernel/telemetry/log.ts'
import { openService } from './service.ts'

test('a start that fails at its last part leaves no connection behind', async () => {
  const database = await copyOf('empty')
  after(database.drop)
  const connections = () =>
    inDatabase('postgres', async client => {
      const { rows } = await client.query(
        `select count(*)::int as n from pg_stat_activity where datname = $1 and application_name like 'parvis%'`,
        [database.name],
      )
      return rows[0].n as number
    })
  let opened = 0
  const start = openService({
    config: testConfig(),
    log: createLog('silent'),
    secret: testConfig().secret ?? '',
    connection: database.service,
    backoffice: async () => {
      opened = await connections()
      throw new Error('The back-office was not built.')
    },
  })
  await assert.rejects(start, /was not built/)
  assert.ok(opened > 0)
  await eventually(async () => (await connections()) === 0, 'every connection is closed')
})
