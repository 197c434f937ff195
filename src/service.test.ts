import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { testConfig } from '../test/app.ts'
import { copyOf } from '../test/databases.ts'
import { createLog } from './kernel/telemetry/log.ts'
import { openService } from './service.ts'

test('a start that fails at its last part leaves no connection behind', async () => {
  const database = await copyOf('empty')
  after(database.drop)
  const before = sockets()
  let opened = 0
  const start = openService({
    config: testConfig(),
    log: createLog('silent'),
    secret: testConfig().secret ?? '',
    connection: database.service,
    backoffice() {
      opened = sockets() - before
      throw new Error('The back-office was not built.')
    },
  })
  await assert.rejects(start, /was not built/)
  assert.ok(opened > 0)
  // By turns of the event loop: after a minute the pool would close them by itself.
  for (let turn = 0; turn < 1_000 && sockets() > before; turn++) await setImmediate()
  assert.ok(sockets() <= before)
})

const sockets = () => process.getActiveResourcesInfo().filter(kind => /Pipe|TCPSocket/.test(kind)).length
