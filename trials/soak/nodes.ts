import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asking } from '../../src/demo/play.ts'
import type { Cluster, Server } from '../../test/fixtures/cluster.ts'

const MOST_STARTS = 10
const ROOT = join(import.meta.dirname, '../..')

/** One process of the service, as an operator runs it. */
export interface Node {
  readonly pid: number
  /** At once, with all that it has begun. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** The service of the trial: its processes, and who asks it. */
export interface House {
  readonly url: string
  /** Of an administrator. */
  readonly token: string
  readonly commune: string
  readonly acteur: string
  start(role: 'web' | 'worker'): Promise<Node>
}

interface How {
  readonly cluster: Cluster
  readonly folder: string
  readonly port: number
  readonly mails: string
  /** The feed, which lies on this machine. */
  readonly feed: string
}

export async function openHouse({ cluster, folder, port, mails, feed }: How): Promise<House & { web: Node }> {
  const addressOf = ({ connection: { user, password, host, port, database } }: Server) =>
    `postgres://${user}:${password}@${host}:${port}/${database}`
  const [primary, replica] = cluster.servers
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    DATABASE_URL: addressOf(primary),
    DATABASE_READ_URL: addressOf(replica),
    DATA_DIR: join(folder, 'data'),
    PARVIS_SECRET: 'the secret of the trial, long enough for all',
    RATE_LIMIT_SCALE: '0',
    BACKOFFICE: 'off',
    IMPORT_ALLOW_PRIVATE: feed,
    SMTP_URL: mails,
    MAIL_FROM: 'Parvis <parvis@example.fr>',
  }
  const log = createWriteStream(join(folder, 'log'))
  // Whoever finds no database ends, and a supervisor starts it again.
  const start = async (role: 'web' | 'worker'): Promise<Node> => {
    for (let tries = 1; ; tries++) {
      try {
        return await startOnce(role)
      } catch (error) {
        if (tries === MOST_STARTS) throw error
        await sleep(1_000)
      }
    }
  }
  const startOnce = async (role: 'web' | 'worker'): Promise<Node> => {
    const own = role === 'web' ? port : port + 1
    const child = spawn(process.execPath, ['launch.mjs', 'src/main.ts', 'start'], {
      cwd: ROOT,
      env: { ...env, PROCESS: role, PORT: String(own) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.pipe(log, { end: false })
    await new Promise<void>((resolve, reject) => {
      let said = ''
      child.stderr.setEncoding('utf8').on('data', text => {
        said += text
        if (/Stop {7}Ctrl-C/.test(said)) resolve()
      })
      child.once('exit', () => reject(new Error(`A node ended: ${said}`)))
    })
    // The launcher has begun the service as a process of its own, which would outlive it.
    const pid = childrenOf(child.pid ?? 0)[0] ?? child.pid ?? 0
    const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      process.kill(pid, signal)
      await once(child, 'exit')
    }
    return { pid, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
  }
  const web = await start('web')
  const typed = spawn(
    process.execPath,
    ['launch.mjs', 'src/main.ts', 'token', '--email', 'admin@parvis.localhost', '--ttl', '12h'],
    { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let token = ''
  typed.stdout.setEncoding('utf8').on('data', text => {
    token += text
  })
  await once(typed, 'close')
  const url = `http://127.0.0.1:${port}`
  const admin = asking(url, { id: '', token: token.trim() })
  const { id: commune } = await asking(url, undefined).ask('GET', '/communes/rennes')
  const { id: acteur } = await admin.ask('POST', '/admin/acteurs', {
    nom: 'Comité des fêtes',
    type: 'association',
    commune_id: commune,
  })
  return { url, token: token.trim(), commune, acteur, start, web }
}

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
