import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { loadCommunes } from '../src/communes-merged.ts'
import { queues } from '../src/foundation/queues.ts'
import { connect } from '../src/kernel/db/database.ts'
import { queuesOf } from '../src/kernel/jobs/jobs.ts'
import { migrate } from '../src/kernel/migrations/migrate.ts'
import { serviceLogin } from '../src/kernel/postgres/service-role.ts'
import { inDatabase, MIGRATED, ownerOf, TEMPLATES } from './databases.ts'
import { notEnded } from './file-queues.ts'

/**
 * One PostgreSQL for the whole run, with a migrated template that every test file copies for itself, and one folder for
 * whatever is temporary: a test that leaves something there fails the run.
 */

const CLUSTER = 'cluster'
/** The folder that records which test files were taken and which have finished (`file-queues.ts`). */
const TAKEN = 'taken'
/**
 * The cluster is never copied or restarted, and its databases live for seconds: minimal, uncompressed WAL and no autovacuum.
 * Several processes need more connections than a service; the table of locks stays as large as a service has it.
 */
const SETTINGS = `
max_connections = 160
max_locks_per_transaction = 40
wal_level = minimal
max_wal_senders = 0
wal_compression = off
autovacuum = off
file_copy_method = clone
`
/** Node knows by their content which of the sources have changed. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/compiled')
let holder: ChildProcess | undefined
let temporary = ''

/** Readable by other users: some tests run programs as the user `nobody`. */
function ownTemporaryFolder(): void {
  temporary = (!process.env.TMPDIR && inMemory()) || mkdtempSync(join(tmpdir(), 'parvis-test-'))
  chmodSync(temporary, 0o755)
  process.env.TMPDIR = temporary
  process.env.PARVIS_TEST_TAKEN = join(temporary, TAKEN)
  mkdirSync(process.env.PARVIS_TEST_TAKEN)
}

/** Ten times what a run takes. */
const ROOM = 3 * 1024 ** 3

/**
 * A copy of a database is 700 files, and a run makes two hundred copies: a disk spends a minute of the processor on making
 * and removing them. Only where programs may be started too: in containers that is often forbidden.
 */
function inMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < ROOM) return undefined
    const folder = mkdtempSync('/dev/shm/parvis-test-')
    const program = join(folder, 'program')
    try {
      writeFileSync(program, '', { mode: 0o755 })
      accessSync(program, constants.X_OK)
      rmSync(program)
      return folder
    } catch {
      rmSync(folder, { recursive: true, force: true })
    }
  } catch {}
  return undefined
}

/** Held by a process of its own, which takes it down when this one ends, however it ends. */
async function startCluster(): Promise<object> {
  const dataDir = join(temporary, CLUSTER)
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'postgres.conf'), SETTINGS)
  // Every process reads the same sources: compiled once, each begins with a second less of work, and the next run too.
  process.env.NODE_COMPILE_CACHE = COMPILED
  process.env.PARVIS_TEST_COMPILED = join(dataDir, 'compiled')
  process.env.PARVIS_TEST_DATA = join(dataDir, 'of-a-service')
  const options = JSON.stringify({ dataDir, as: 'test', durable: false, temporary })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/hold-database.ts'), options], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  holder = child
  for await (const line of createInterface({ input: child.stdout })) {
    const { connection, refused } = JSON.parse(line)
    if (refused) throw new Error(refused)
    if (connection) return connection
  }
  throw new Error('The database of the tests did not start.')
}

export async function globalSetup(): Promise<void> {
  ownTemporaryFolder()
  process.env.PARVIS_TEST_CLUSTER = JSON.stringify(await startCluster())
  await inDatabase('postgres', client => client.query(`create database ${TEMPLATES.empty}`))
  const owner = ownerOf(TEMPLATES.empty)
  await migrate(owner, queuesOf(queues))
  await serviceLogin(owner)
  await inDatabase('postgres', async client => {
    for (const name of [TEMPLATES.france, MIGRATED])
      await client.query(`create database ${name} template ${TEMPLATES.empty}`)
  })
  const db = connect(ownerOf(TEMPLATES.france))
  await db.transaction(loadCommunes)
  await db.close()
  await inDatabase(TEMPLATES.france, client => client.query('vacuum analyze'))
  await inDatabase('postgres', async client => {
    for (const name of Object.values(TEMPLATES))
      await client.query(`alter database ${name} allow_connections false`)
  })
}

function fail(why: string, names: readonly string[]): void {
  if (names.length === 0) return
  process.stderr.write(`${why}: ${names.join(', ')}\n`)
  process.exitCode = 1
}

export async function globalTeardown(): Promise<void> {
  fail('Files of tests that were not run to their end', notEnded())
  const left = readdirSync(temporary).filter(name => name !== CLUSTER && name !== TAKEN)
  fail('Tests left behind, in the folder for what is temporary', left)
  if (!holder || holder.exitCode !== null) return rmSync(temporary, { recursive: true, force: true })
  const ended = once(holder, 'exit')
  holder.stdin?.end()
  await ended
}
