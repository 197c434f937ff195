import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asking } from '../src/demo/asking.ts'
import type { Server } from '../test/fixtures/cluster.ts'
import { openScope } from './ending.ts'

/** The service of a trial: its processes, as an operator starts them, and what its clients need. */

export const SECRET = 'the secret of the trial, long enough for all'
export const WEBHOOK_SECRET = 'whsec_of-the-trial-alone'
const ROOT = join(import.meta.dirname, '..')
const MOST_STARTS = 10

export interface Service {
  /** The address of each process that answers requests. */
  readonly urls: readonly string[]
  /** The processes that were started first. */
  readonly nodes: readonly Node[]
  /** An administrator's token. */
  readonly token: string
  readonly commune: string
  readonly acteur: string
  /** One more process, of another program than the others if `tree` names its folder. */
  start(role: Role, port: number, tree?: string): Promise<Node>
  /** Runs an operator's command on the same database. */
  command(...typed: string[]): Promise<{ code: number | null; said: string }>
  stop(): Promise<void>
}

export interface Node {
  readonly pid: number
  kill(): Promise<void>
  stop(): Promise<void>
}

type Role = 'web' | 'worker' | 'all'

interface How {
  readonly databaseUrl: string
  /** PROCESS and port of each. */
  readonly processes: readonly (readonly [Role, number])[]
  /** The folder of another program than this one. */
  readonly tree?: string
  /** Distinguishes the acteur of one service from another on the same database. */
  readonly name?: string
  /** The mail server. */
  readonly mails?: string
  readonly settings?: Readonly<Record<string, string>>
}

export async function startService(how: How): Promise<Service> {
  const { databaseUrl, processes, tree: own = ROOT, name = 'des fêtes', mails, settings } = how
  const scope = openScope()
  const folder = mkdtempSync(join(tmpdir(), 'parvis-trial-'))
  scope.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const urls = processes.filter(([role]) => role !== 'worker').map(([, port]) => `http://127.0.0.1:${port}`)
  const [url = ''] = urls
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: url,
    DATA_DIR: join(folder, 'data'),
    PARVIS_SECRET: SECRET,
    PAYMENT_SIGNING_SECRETS: WEBHOOK_SECRET,
    PARVIS_MAILS_AT_ONCE: '1',
    RATE_LIMIT_SCALE: '0',
    BACKOFFICE: 'off',
    ...(mails && { SMTP_URL: mails, MAIL_FROM: 'Parvis <parvis@example.fr>' }),
    ...settings,
  }
  const log = createWriteStream(join(folder, 'log'))
  scope.defer(() => void log.end())
  const running = new Set<Node>()
  scope.defer(async () => {
    await Promise.all([...running].map(node => node.stop()))
  })
  // The trial itself was started by the launcher, so this Node is new enough.
  const parvis = (tree: string, typed: readonly string[], more = {}) =>
    spawn(process.execPath, [...process.execArgv, 'src/main.ts', ...typed], {
      cwd: tree,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const startOnce = async (role: Role, port: number, tree: string): Promise<Node> => {
    if (scope.disposed) throw new Error('The service has ended.')
    const child = parvis(tree, ['start'], { PROCESS: role, PORT: String(port) })
    child.stdout.pipe(log, { end: false })
    let isWanted = true
    const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
      isWanted = false
      running.delete(node)
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    }
    const node = { pid: child.pid ?? 0, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
    running.add(node)
    await new Promise<void>((resolve, reject) => {
      let said = ''
      child.stderr.setEncoding('utf8').on('data', text => {
        said += text
        if (/Stop {7}Ctrl-C/.test(said)) resolve()
      })
      child.once('exit', code => {
        reject(new Error(`A node ended: ${said}`))
        if (isWanted) process.stderr.write(`BROKEN: a node ended with ${code}: ${said.slice(-2_000)}\n`)
      })
    })
    return node
  }
  // A node without its database exits, and a supervisor restarts it.
  const start = async (role: Role, port: number, tree = own): Promise<Node> => {
    for (let tries = 1; ; tries++) {
      try {
        return await startOnce(role, port, tree)
      } catch (error) {
        if (tries === MOST_STARTS || scope.disposed) throw error
        await sleep(1_000)
      }
    }
  }
  const command = async (...typed: string[]) => {
    const child = parvis(own, typed)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        said += text
      })
    const [code] = await once(child, 'close')
    return { code: code as number | null, said }
  }
  const nodes: Node[] = []
  for (const [role, port] of processes) nodes.push(await start(role, port))
  const token = (await command('token', '--email', 'admin@parvis.localhost', '--ttl', '12h')).said.trim()
  const { id: commune } = await asking(url, undefined).ask('GET', '/communes/rennes')
  const { id: acteur } = await asking(url, { id: '', token }).ask('POST', '/admin/acteurs', {
    nom: `Comité ${name}`,
    type: 'association',
    commune_id: commune,
  })
  return {
    urls,
    nodes,
    token,
    commune,
    acteur,
    start,
    command,
    stop: () => scope.disposeAsync(),
  }
}

export const urlOf = ({ connection: { user, password, host, port, database } }: Server): string =>
  `postgres://${user}:${password}@${host}:${port}/${database}`

export const postmasterOf = ({ folder }: Server): number =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
