/**
 * Memory of PostgreSQL's connections under distinct public queries (private memory of all backends): `node launch.mjs
 * bench/memory.ts [--questions 100000]`, on a temporary PostgreSQL (Linux).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadCommunes } from '../src/communes-merged.ts'
import { queues } from '../src/foundation/queues.ts'
import { queuesOf } from '../src/kernel/jobs/jobs.ts'
import { migrate } from '../src/kernel/migrations/migrate.ts'
import { openEmbedded } from '../src/kernel/postgres/open.ts'
import { readConfig } from '../src/kernel/settings/config.ts'
import { createLog } from '../src/kernel/telemetry/log.ts'
import { openService } from '../src/service.ts'

const { values } = parseArgs({ options: { questions: { type: 'string', default: '100000' } } })
const QUESTIONS = Number(values.questions)
const LANES = 16
const STEPS = 20

const dataDir = mkdtempSync(join(tmpdir(), 'parvis-bench-memory-'))
const cluster = await openEmbedded({ dataDir, as: 'command', durable: false })
try {
  await migrate(cluster.connection, queuesOf(queues))
  const secret = 'the secret of the bench, which is long enough'
  const env = {
    PORT: '0',
    DATABASE_URL: 'postgres://localhost/x',
    PARVIS_SECRET: secret,
    PROCESS: 'web',
    RATE_LIMIT_SCALE: '0',
  }
  const config = readConfig(env)
  const service = await openService({
    config,
    log: createLog('silent'),
    secret,
    connection: cluster.connection,
    jobs: {},
  })
  await service.db.transaction(loadCommunes)
  const url = await service.listen()
  await ask(url)
  await service.stop()
} finally {
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function ask(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: LANES })
  const status = (path: string) =>
    new Promise<number>((resolve, reject) => {
      get(`${url}/api/v1${path}`, { agent, headers: { 'x-app-source': 'public' } }, answer =>
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
      ).on('error', reject)
    })
  const postmaster = Number.parseInt(readFileSync(join(cluster.directory, 'postmaster.pid'), 'utf8'), 10)
  const statuses = new Map<number, number>()
  let next = 0
  const tell = () => {
    const { count, mebibytes } = backendsOf(postmaster)
    process.stdout.write(`${next} questions: ${count} backends, ${mebibytes.toFixed(0)} MiB private\n`)
  }
  tell()
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (next < QUESTIONS) {
        const number = next++
        if (number > 0 && number % Math.ceil(QUESTIONS / STEPS) === 0) tell()
        const code = await status(question(number))
        statuses.set(code, (statuses.get(code) ?? 0) + 1)
      }
    }),
  )
  tell()
  process.stdout.write(`answers: ${[...statuses].map(([code, count]) => `${count} × ${code}`).join(', ')}\n`)
  agent.destroy()
}

/** A different query each time: words, filters, orders, pages. */
function question(n: number): string {
  const words = Array.from({ length: 1 + (n % 60) }, (_, at) =>
    ((n * 61 + at * 7) % 46_656).toString(36),
  ).join('+')
  const sort = ['publie_le_desc', 'date_debut_asc', 'relevance', 'featured'][n % 4]
  const days = ['', '&from=2027-01-01', '&to=2027-12-31', '&from=2027-01-01&to=2027-12-31'][(n >> 2) % 4]
  const type = ['', '&type=alerte', '&type=service'][(n >> 4) % 3]
  const page = ['', '&page=2', `&per_page=${1 + (n % 100)}`][(n >> 6) % 3]
  return [
    () => `/defibrillateurs?q=${words}${page}`,
    () => `/publications?sort=${sort}${days}${type}${page}&n=${n}`,
    () => `/publications?q=${words.slice(0, 190)}&sort=${sort}${days}${type}${page}`,
    () => `/communes?q=${words.slice(0, 40)}${page}`,
    () => `/defibrillateurs?near=48.${n},2.${n}&q=${words.slice(0, 60)}`,
  ][n % 5]?.() as string
}

/** Without shared buffers. */
function backendsOf(postmaster: number): { count: number; mebibytes: number } {
  let [count, kilobytes] = [0, 0]
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
      const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (parent !== postmaster || !title.includes('parvis_')) continue
      const memory = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      for (const [, size] of memory.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)) kilobytes += Number(size)
      count++
    } catch {}
  }
  return { count, mebibytes: kilobytes / 1024 }
}
