import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Node processes and the proxy in front of them. */

export interface Node {
  readonly name: string
  readonly port: number
  /** The program's folder. */
  readonly tree: string
  readonly child: ChildProcess
  readonly log: string
}

const ROOT = join(import.meta.dirname, '../..')
let proxies = 0
const running = new Set<ChildProcess>()
/** Also the proxies. */
export async function killNodes(): Promise<void> {
  await Promise.all([...running].map(child => stopNode({ child }, 'SIGKILL')))
}

function begin(program: string, args: readonly string[], log: string, more: object): ChildProcess {
  const file = openSync(log, 'a')
  const child = spawn(program, args, { stdio: ['ignore', file, file], ...more })
  child.once('error', () => {})
  // A child that failed to start has pid 0: killing 0 would kill this process group.
  if (child.pid !== undefined) running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

export async function startNode(
  where: { readonly name: string; readonly port: number; readonly tree: string; readonly folder: string },
  env: Record<string, string>,
): Promise<Node> {
  const { name, port, tree, folder } = where
  const log = join(folder, `${name}.log`)
  const own = { DATA_DIR: join(folder, 'data'), PORT: String(port), BACKOFFICE: 'off', LOG_LEVEL: 'warn' }
  const child = begin(process.execPath, ['src/main.ts', 'start'], log, {
    cwd: tree,
    env: { PATH: process.env.PATH, HOME: folder, ...own, ...env },
  })
  const node = { name, port, tree, child, log }
  await untilReady(node)
  return node
}

async function untilReady({ name, port, child, log }: Omit<Node, 'tree'>): Promise<void> {
  if (child.pid === undefined) throw new Error(`${name} cannot be started: install it first.`)
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${name} ended: ${readFileSync(log, 'utf8').slice(-1_000)}`)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(100)
  }
}

export async function stopNode(
  { child }: Pick<Node, 'child'>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** `deploy/haproxy.cfg` with other ports and a request log; optionally without retries. */
export async function startProxy(
  folder: string,
  port: number,
  nodes: readonly number[],
  { again }: { readonly again: boolean },
): Promise<{ readonly child: ChildProcess; readonly log: string }> {
  const own = readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8')
    .replace('bind 127.0.0.1:8080', `bind 127.0.0.1:${port}`)
    .replace(
      '    mode http',
      '    mode http\n    log stdout format raw local0\n    log-format "%s %ST %ts %HM"',
    )
    .replaceAll(/127\.0\.0\.1:300(\d)/g, (_all, which) => `127.0.0.1:${nodes[Number(which) - 1]}`)
  const text = again ? own : own.replaceAll(/^ *(retry-on|retries|option redispatch).*$/gm, '')
  const config = join(folder, `haproxy-${port}.cfg`)
  writeFileSync(config, text)
  const log = join(folder, `haproxy-${++proxies}.log`)
  const child = begin('haproxy', ['-db', '-f', config], log, {})
  await untilReady({ name: 'haproxy', port, child, log })
  return { child, log }
}
