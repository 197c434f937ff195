import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asking } from '../../src/demo/asking.ts'
import type { Cluster, Server } from '../../test/fixtures/cluster.ts'

const MOST_STARTS = 10
export const SECRET = 'the secret of the trial, long enough for all'
const ROOT = join(import.meta.dirname, '../..')

/** A process of the service, started like an operator does. */
export interface Node {
  readonly pid: number
  /** Kills it and its children. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** The service of the trial: its processes and clients. */
export interface House {
  /** The address of each web node. */
  readonly urls: readonly string[]
  /** An administrator's token. */
  readonly token: string
  readonly communes: readonly string[]
  readonly acteur: string
}

type Role = 'web' | 'worker' | 'all'

interface How {
  readonly cluster: Cluster
  readonly folder: string
  /** Ports of the web nodes; a worker uses the next one. */
  readonly ports: readonly number[]
  readonly serves?: Role
  /** Public reads use the second server. */
  readonly replica?: boolean
  readonly mails?: string
  /** The feed, on this machine. */
  readonly feed?: string
  /** Further settings. */
  readonly settings?: Readonly<Record<string, string>>
}

interface Opened extends House {
  readonly serving: readonly Node[]
  startWorker(): Promise<Node>
}

export async function openHouse(how: How): Promise<Opened> {
  const { cluster, folder, ports, serves = 'web', replica: reads = false, mails, feed, settings } = how
  const addressOf = ({ connection: { user, password, host, port, database } }: Server) =>
    `postgres://${user}:${password}@${host}:${port}/${database}`
  const [primary, replica] = cluster.servers
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    DATABASE_URL: addressOf(primary),
    ...(reads && { DATABASE_READ_URL: addressOf(replica) }),
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
    PARVIS_SECRET: SECRET,
    RATE_LIMIT_SCALE: '0',
    BACKOFFICE: 'off',
    ...(feed && { IMPORT_ALLOW_PRIVATE: feed }),
    ...(mails && { SMTP_URL: mails, MAIL_FROM: 'Parvis <parvis@example.fr>' }),
    ...settings,
  }
  const log = createWriteStream(join(folder, 'log'))
  // A node without database exits, and a supervisor restarts it.
  const start = async (role: Role, port: number): Promise<Node> => {
    for (let tries = 1; ; tries++) {
      try {
        return await startOnce(role, port)
      } catch (error) {
        if (tries === MOST_STARTS) throw error
        await sleep(1_000)
      }
    }
  }
  const startOnce = async (role: Role, port: number): Promise<Node> => {
    const child = spawn(process.execPath, ['launch.mjs', 'src/main.ts', 'start'], {
      cwd: ROOT,
      env: { ...env, PROCESS: role, PORT: String(port) },
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
    // The launcher's child would outlive it.
    const pid = childrenOf(child.pid ?? 0)[0] ?? child.pid ?? 0
    const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      process.kill(pid, signal)
      await once(child, 'exit')
    }
    return { pid, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
  }
  const serving: Node[] = []
  for (const port of ports) serving.push(await start(serves, port))
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
  const urls = ports.map(port => `http://127.0.0.1:${port}`)
  const [url = ''] = urls
  const admin = asking(url, { id: '', token: token.trim() })
  const { id: commune } = await asking(url, undefined).ask('GET', '/communes/rennes')
  const { id: acteur } = await admin.ask('POST', '/admin/acteurs', {
    nom: 'Comité des fêtes',
    type: 'association',
    commune_id: commune,
  })
  return {
    urls,
    token: token.trim(),
    communes: [commune],
    acteur,
    serving,
    startWorker: () => start('worker', Math.max(...ports) + 1),
  }
}

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
