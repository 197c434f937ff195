import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const CONFIG = join(import.meta.dirname, '../../deploy/haproxy.cfg')
let proxies = 0

export interface Proxied {
  readonly log: string
  stop(): Promise<void>
}

/** `deploy/haproxy.cfg` with other ports and a request log; optionally without retries. */
export async function startProxy(
  folder: string,
  port: number,
  nodes: readonly number[],
  { again }: { readonly again: boolean },
): Promise<Proxied> {
  const own = readFileSync(CONFIG, 'utf8')
    .replace('bind 127.0.0.1:8080', `bind 127.0.0.1:${port}`)
    .replace(
      '    mode http',
      '    mode http\n    log stdout format raw local0\n    log-format "%s %ST %ts %HM"',
    )
    .replaceAll(/127\.0\.0\.1:300(\d)/g, (_all, which) => `127.0.0.1:${nodes[Number(which) - 1]}`)
  const config = join(folder, `haproxy-${++proxies}.cfg`)
  writeFileSync(config, again ? own : own.replaceAll(/^ *(retry-on|retries|option redispatch).*$/gm, ''))
  const log = join(folder, `haproxy-${proxies}.log`)
  const file = openSync(log, 'a')
  const child = spawn('haproxy', ['-db', '-f', config], { stdio: ['ignore', file, file] })
  child.once('error', () => {})
  if (child.pid === undefined) throw new Error('haproxy cannot be started: install it first.')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const isReady = async () =>
    (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status === 200
  while (!(await isReady())) {
    if (hasEnded()) throw new Error(`haproxy ended: ${readFileSync(log, 'utf8').slice(-1_000)}`)
    await sleep(100)
  }
  return {
    log,
    async stop() {
      if (hasEnded()) return
      child.kill()
      await once(child, 'exit')
    },
  }
}
