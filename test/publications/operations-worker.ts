/** A worker process for operations, to be killed: `node worker.ts '{"connection":{…}}'`. */
import { jobs } from '../../src/jobs.ts'
import type { ConnectionConfig } from '../../src/kernel/db/db.ts'
import { createLog } from '../../src/kernel/log.ts'
import { openService } from '../../src/service.ts'
import { testConfig } from '../config.ts'

const { connection }: { connection: ConnectionConfig } = JSON.parse(process.argv[2] ?? '')
const config = testConfig({ PROCESS: 'worker' })
await openService({
  config,
  log: createLog(process.env.TEST_LOG ?? 'silent'),
  secret: config.secret ?? '',
  connection,
  jobs: { 'operations.continue': jobs['operations.continue'] },
})
process.stdout.write('ready\n')
