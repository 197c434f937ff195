import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asking } from '../../src/demo/asking.ts'

export const SECRET = 'one secret for both nodes of the trial, long enough'
export const WEBHOOK_SECRET = 'whsec_of-the-trial-alone'

/** The service: its processes, and what its clients need. */
export interface Nodes {
  /** The address of each process that answers requests. */
  readonly urls: readonly string[]
  /** An administrator's token. */
  readonly token: string
  readonly commune: string
  readonly acteur: string
  /** Runs an operator's command on the same database. */
  command(...typed: string[]): Promise<{ code: number | null; said: string }>
  stop(): Promise<void>
}

interface How {
  readonly databaseUrl: string
  /** Distinguishes the acteur of one service from another on the same database. */
  readonly name: string
  /** The processes: PROCESS and port of each. */
  readonly processes: readonly (readonly ['web' | 'worker' | 'all', number])[]
  readonly mails: string
}

const ROOT = join(import.meta.dirname, '../..')

export async function startNodes({ databaseUrl, name, processes, mails }: How): Promise<Nodes> {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-trial-'))
  const urls = processes.filter(([kind]) => kind !== 'worker').map(([, port]) => `http://127.0.0.1:${port}`)
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
    SMTP_URL: mails,
    MAIL_FROM: 'Parvis <parvis@example.fr>',
  }
  const log = createWriteStream(join(folder, 'log'))
  const children: ChildProcess[] = []
  const node = async (process_: string, own: number) => {
    const child = spawn(process.execPath, ['launch.mjs', 'src/main.ts', 'start'], {
      cwd: ROOT,
      env: { ...env, PROCESS: process_, PORT: String(own) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    child.stdout?.pipe(log, { end: false })
    await new Promise<void>((resolve, reject) => {
      let said = ''
      child.stderr?.setEncoding('utf8').on('data', text => {
        said += text
        if (/Stop {7}Ctrl-C/.test(said)) resolve()
      })
      child.once('exit', code => {
        reject(new Error(`A node ended: ${said}`))
        if (code !== 0) process.stderr.write(`BROKEN: a node ended with ${code}: ${said.slice(-2_000)}\n`)
      })
    })
  }
  const command = async (...typed: string[]) => {
    const child = spawn(process.execPath, ['launch.mjs', 'src/main.ts', ...typed], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        said += text
      })
    const [code] = await once(child, 'close')
    return { code: code as number | null, said }
  }
  for (const [kind, port] of processes) await node(kind, port)
  const token = (await command('token', '--email', 'admin@parvis.localhost')).said.trim()
  const admin = asking(url, { id: '', token })
  const { id: commune } = await asking(url, undefined).ask('GET', '/communes/rennes')
  const { id: acteur } = await admin.ask('POST', '/admin/acteurs', {
    nom: `Comité des fêtes ${name}`,
    type: 'association',
    commune_id: commune,
  })
  return {
    urls,
    token,
    commune,
    acteur,
    command,
    async stop() {
      for (const child of children) child.kill('SIGTERM')
      await Promise.all(children.map(child => child.exitCode === null && once(child, 'exit')))
      log.end()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
