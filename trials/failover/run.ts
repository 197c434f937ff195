/**
 * `npm run trial -- failover [--times 20] [--ports 3450]`: repeatedly kills the primary under load and promotes its
 * standby, with synchronous commits. Prints a line for each time; exit code 1 if a promise was broken.
 */
import { parseArgs } from 'node:util'
import { type Cluster, type Server, startCluster } from '../../test/fixtures/cluster.ts'
import { startMailServer } from '../../test/fixtures/mail-server.ts'
import { startProxy } from '../../test/fuzz/proxy.ts'
import { opened, openScope } from '../ending.ts'
import { type Service, startService } from '../service.ts'
import { checked, type Verdict } from './checks.ts'
import { startLoad } from './load.ts'

/** How the nodes find the primary: by both servers' addresses, or by one address that is moved, like a floating IP. */
const FORMS = ['hosts', 'address'] as const
type Form = (typeof FORMS)[number]

const HEADER = [
  '|  # | through | killed after | acknowledged | asked again | lost | doubled | writes after promotion | jobs done after | trail |',
  '|---|---|---|---|---|---|---|---|---|---|',
]
const WRITES_WITHIN_MS = 5_000
const say = (line: string) => process.stderr.write(`${line}\n`)

export async function run(options: string[]): Promise<number> {
  const { values } = parseArgs({
    args: options,
    options: {
      times: { type: 'string', default: '20' },
      ports: { type: 'string', default: '3450' },
    },
  })
  const times = Math.min(100, Math.max(1, Number(values.times) || 1))
  const first = Number(values.ports)
  await using scope = openScope()
  say('Two PostgreSQL, two nodes, a mail server…')
  const cluster = await opened(scope, startCluster({ ports: [first, first + 1] }), one => one.remove())
  const mails = await startMailServer()
  scope.defer(() => mails.stop())
  const address = await startProxy(cluster.servers[0].connection)
  scope.defer(() => address.close())

  process.stdout.write(`${HEADER.join('\n')}\n`)
  let [primary, standby]: readonly Server[] = cluster.servers
  let broken = 0
  let round = 0
  for (const [at, form] of FORMS.entries()) {
    const nodes = await startService({
      databaseUrl: urlOf(
        cluster,
        form === 'address' ? [Number(address.connection.port)] : [first, first + 1],
      ),
      name: form,
      processes: [
        ['web', first + 2],
        ['worker', first + 3],
      ],
      mails: mails.url,
    })
    try {
      const until = Math.round((times * (at + 1)) / FORMS.length)
      for (; round < until; round++) {
        const trial = { cluster, nodes, mails, address, round: round + 1 }
        const verdict = await once(trial, primary as Server, standby as Server)
        ;[primary, standby] = [standby, primary]
        process.stdout.write(`${lineOf(round + 1, form, verdict)}\n`)
        for (const sentence of verdict.broken) say(`BROKEN: ${sentence}`)
        broken += verdict.broken.length
      }
    } finally {
      await nodes.stop()
    }
  }
  say(broken === 0 ? 'Nothing was lost and nothing doubled.' : `${broken} promises were broken.`)
  return broken === 0 ? 0 : 1
}

function urlOf({ servers: [{ connection }] }: Cluster, ports: readonly number[]): string {
  const hosts = ports.map(port => `127.0.0.1:${port}`).join(',')
  const { user, password, database } = connection
  return `postgres://${user}:${password}@${hosts}/${database}?target_session_attrs=read-write`
}

interface Trial {
  readonly cluster: Cluster
  readonly nodes: Service
  readonly mails: Awaited<ReturnType<typeof startMailServer>>
  readonly address: Awaited<ReturnType<typeof startProxy>>
  readonly round: number
}

interface Timed extends Verdict {
  readonly after: number
  readonly writes: number
}

async function once(trial: Trial, primary: Server, standby: Server): Promise<Timed> {
  const { cluster, nodes, address, mails, round } = trial
  await cluster.follow(standby, primary)
  await cluster.wait(primary)
  const load = startLoad(nodes, `r${round}`)
  // At a different moment each time.
  const after = 1_500 + Math.round(Math.random() * 2_000)
  await wait(after)
  await primary.kill()
  await wait(500 + Math.random() * 1_000)
  await standby.promote()
  const promotedAt = performance.now()
  address.moveTo(standby.connection)
  address.cut()
  const writes = await load.firstAcknowledgedAfter(promotedAt)
  await wait(2_000)
  const ledger = await load.stop()
  const verdict = await checked(standby, ledger, mails, nodes)
  const slow = writes > WRITES_WITHIN_MS ? [`writes came back ${writes} ms after the promotion`] : []
  return { ...verdict, broken: [...verdict.broken, ...slow], after, writes }
}

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

const lineOf = (round: number, form: Form, verdict: Timed) =>
  `| ${String(round).padStart(2)} | ${form} | ${seconds(verdict.after)} | ${verdict.acknowledged} | ${verdict.again} | ` +
  `${verdict.lost} | ${verdict.doubled} | ${seconds(verdict.writes)} | ${seconds(verdict.settled)} | ${verdict.trail} |`
