import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp, testConfig } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { times } from '../../test/fuzz/asking.ts'
import { createLog } from '../kernel/telemetry/log.ts'
import { openService } from '../service.ts'
import { asking } from './asking.ts'

test('a 503 of a busy service is retried, without doing anything twice', async t => {
  const app = await startApp()
  const lines: string[] = []
  const busy = await openService({
    config: testConfig(),
    log: createLog('info', { write: line => void lines.push(line) }),
    secret: testConfig().secret ?? '',
    connection: { ...app.connection, connectionTimeoutMillis: 1_000 },
    jobs: {},
  })
  const url = await busy.listen()
  const letGo = Promise.withResolvers<void>()
  // Before the service is stopped, which waits for its transactions.
  t.after(() => letGo.resolve())
  after(() => busy.stop())
  const administrator = asking(url, await app.user(['admin']))
  await administrator.ask('GET', '/me')
  const { max } = busy.db.load().requests
  const holding = Promise.all(times(max, () => busy.db.transaction(() => letGo.promise)))
  const asked = administrator.ask('POST', '/admin/communes', { nom: 'Tardive' })
  await eventually(async () => lines.some(line => line.includes('"status":503')), 'it is refused')
  letGo.resolve()
  await holding
  assert.equal((await asked).nom, 'Tardive')
  const { rows } = await app.owner.query(`select count(*)::int as n from communes where nom = 'Tardive'`)
  assert.equal(rows[0].n, 1)
})
