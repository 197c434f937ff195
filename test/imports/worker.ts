/** An import worker process, to be killed: `node worker.ts '{"connection":{…},"env":{…}}'`. */
import { jobs } from '../../src/jobs.ts'
import type { ConnectionConfig } from '../../src/kernel/db/db.ts'
import { createLog } from '../../src/kernel/log.ts'
import { openService } from '../../src/service.ts'
import { testConfig } from '../config.ts'

const { connection, env }: { connection: ConnectionConfig; env: Record<string, string> } = JSON.parse(
  process.argv[2] ?? '',
)
const config = testConfig({ ...env, PROCESS: 'worker' })
await openService({
  config,
  log: createLog(process.env.TEST_LOG ?? 'silent'),
  secret: config.secret ?? '',
  connection,
  jobs: { 'imports.run': jobs['imports.run'] },
})
process.stdout.write('ready\n')
