/**
 * Response times of the back-office's lists at national volume, requested like its screens do; the median of five.
 * `node launch.mjs bench/office/ask.ts [--only=audit] [--data=FOLDER]`
 */
import pg from 'pg'
import { readConfig } from '../../src/kernel/settings/config.ts'
import { createLog } from '../../src/kernel/telemetry/log.ts'
import { createUser, findUserByEmail, grantRole, subjectForToken } from '../../src/people/users/queries.ts'
import { openService } from '../../src/service.ts'
import { readSize } from '../publications/options.ts'
import { SECRET } from '../secrets.ts'
import { openOffice } from './open.ts'
import { questionsFor } from './questions.ts'

const TIMES = 5
const say = (line: string) => process.stderr.write(`${line}\n`)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
const only = process.argv.find(word => word.startsWith('--only='))?.slice(7) ?? ''

await using filled = await openOffice(
  readSize(process.argv.slice(2).filter(word => !word.startsWith('--only='))),
  stop.signal,
  say,
)
const env = {
  PORT: '0',
  PROCESS: 'web',
  PUBLIC_URL: 'http://parvis.bench',
  DATABASE_URL: 'postgres://localhost/x',
  PARVIS_SECRET: SECRET,
  RATE_LIMIT_SCALE: '0',
}
const { connection } = filled
const service = await openService({
  config: readConfig(env),
  log: createLog('silent'),
  secret: SECRET,
  connection,
})
const client = new pg.Client(connection)
await client.connect()
try {
  const url = await service.listen()
  const email = 'administrator@parvis.bench'
  const subject = await service.db.transaction(async tx => {
    const user = (await createUser(tx, { email, nom: null })) ?? (await findUserByEmail(tx, email))
    await grantRole(tx, user?.id ?? '', 'admin')
    return (await subjectForToken(tx, user?.id ?? '')) ?? ''
  })
  const authorization = `Bearer ${await service.tokens.sign(subject, 3600)}`
  const ask = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(`${url}/api/v1/admin${path}`, {
      headers: { authorization, 'x-app-source': 'backoffice' },
    })
    const { meta } = (await answer.json()) as { meta?: { total?: number } }
    return { ms: performance.now() - began, status: answer.status, total: meta?.total }
  }
  process.stdout.write('| asked | ms | total |\n|---|---:|---:|\n')
  for (const path of await questionsFor(client)) {
    if (stop.signal.aborted) break
    if (!path.includes(only)) continue
    const { status, total } = await ask(path)
    const times: number[] = []
    for (let time = 0; time < TIMES && status === 200; time++) times.push((await ask(path)).ms)
    const median = times.sort((a, b) => a - b)[TIMES >> 1]?.toFixed(0) ?? `refused: ${status}`
    process.stdout.write(`| \`${path}\` | ${median} | ${total ?? ''} |\n`)
  }
} finally {
  await client.end()
  await service.stop()
}
