import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionConfig } from '../src/kernel/db/db.ts'
import { outcomeOf } from './asking.ts'
import type { Turn } from './table.ts'

/** The path of pgbench, if installed. */
export async function findPgbench(): Promise<string | undefined> {
  const child = spawn('pgbench', ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  child.stdout.on('data', chunk => {
    said += chunk
  })
  return await new Promise(resolve => {
    child.once('error', () => resolve(undefined))
    child.once('close', code => resolve(code === 0 ? said.trim() : undefined))
  })
}

/** Not counted: a new connection plans its first statements, which takes longer than hundreds of them afterwards. */
export const WARM_SECONDS = 1

/** Runs a script on several connections with prepared statements, and returns each transaction's time. */
export async function pgbench(
  connection: ConnectionConfig,
  script: string,
  clients: number,
  seconds: number,
): Promise<Turn> {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-pgbench-'))
  const counted = Math.max(1, Math.round(seconds))
  try {
    const file = join(folder, 'script.sql')
    writeFileSync(file, script)
    const options = [
      '-n',
      '-M',
      'prepared',
      '-c',
      clients,
      '-j',
      2,
      '-T',
      WARM_SECONDS + counted,
      '-f',
      file,
      '-l',
    ]
    const child = spawn('pgbench', [...options.map(String), `--log-prefix=${join(folder, 'log')}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        PGHOST: connection.host,
        PGPORT: String(connection.port),
        PGUSER: connection.user,
        PGPASSWORD: String(connection.password),
        PGDATABASE: connection.database,
      },
    })
    let complaint = ''
    child.stderr.on('data', chunk => {
      complaint += chunk
    })
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(`pgbench: ${complaint}`)
    // Columns: client, number, microseconds, script, second and microsecond of its end.
    const ended = readdirSync(folder)
      .filter(name => name.startsWith('log'))
      .flatMap(name => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
      .map(line => line.split(' ').map(Number))
      .map(([, , took = 0, , second = 0, micro = 0]) => ({ took: took / 1000, at: second + micro / 1e6 }))
    const from = ended.reduce((last, { at }) => Math.max(last, at), 0) - counted
    return outcomeOf(
      ended.filter(({ at }) => at > from).map(({ took }) => took),
      counted,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
