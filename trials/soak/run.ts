/**
 * `npm run trial -- soak [--minutes 60] [--rate 40] [--port 3550] [--out soak]`: an hour of ordinary load with imports
 * and occasional faults, while memory, connections and tables are recorded. Writes `soak.json`; exit
 * code 1 if a request failed that no fault explains.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { shareOf } from '../../bench/asking.ts'
import { asking } from '../../src/demo/asking.ts'
import { startCluster } from '../../test/fixtures/cluster.ts'
import { startMailServer } from '../../test/fixtures/mail-server.ts'
import { onFirstSignal, opened, openScope } from '../ending.ts'
import { type Node, type Service, startService, urlOf } from '../service.ts'
import { type Feed, serveFeed } from './feed.ts'
import { type Answered, Load } from './load.ts'
import { growth, type Sample, sample } from './samples.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
const SAMPLE_MS = 5_000
const SOURCES = 5
const IMPORT_MS = 4_000
/** Failures within this time after a fault are attributed to it. */
const RECOVERY_MS = 10_000

export async function run(options: string[]): Promise<number> {
  const { values } = parseArgs({
    args: options,
    options: {
      minutes: { type: 'string', default: '60' },
      rate: { type: 'string', default: '40' },
      port: { type: 'string', default: '3550' },
      out: { type: 'string', default: 'soak' },
    },
  })
  const minutes = Math.min(240, Math.max(2, Number(values.minutes) || 60))
  const rate = Math.min(500, Math.max(1, Number(values.rate) || 40))
  await using scope = openScope()
  let isOver = false
  onFirstSignal(() => {
    isOver = true
  })
  say('Two PostgreSQL, two nodes, a feed, a mail server…')
  const port = Number(values.port)
  const cluster = await opened(scope, startCluster({ ports: [port + 2, port + 3] }), one => one.remove())
  const [primary, replica] = cluster.servers
  await cluster.follow(replica, primary)
  const mails = await startMailServer()
  scope.defer(() => mails.stop())
  const feed = await serveFeed()
  scope.defer(() => feed.close())
  const service = await startService({
    databaseUrl: urlOf(primary),
    processes: [['web', port]],
    mails: mails.url,
    settings: { DATABASE_READ_URL: urlOf(replica), IMPORT_ALLOW_PRIVATE: feed.pair },
  })
  scope.defer(() => service.stop())
  const [web] = service.nodes
  const [url = ''] = service.urls
  const admin = asking(url, { id: '', token: service.token })
  const sources = await sourcesIn(admin, service, feed)

  const load = new Load(service)
  const startWorker = () => service.start('worker', port + 1)
  load.start(rate)
  const began = performance.now()
  const now = () => (performance.now() - began) / 1000
  scope.defer(() => load.stop())
  const until = async (second: number) => {
    while (!isOver && now() < second) await sleep(Math.min(500, Math.max(1, (second - now()) * 1000)))
  }
  let worker: Node | undefined
  const samples: Sample[] = []
  const watching = every(SAMPLE_MS, async () => {
    const pids = { web: web?.pid, worker: worker?.pid }
    samples.push(await sample(now(), url, pids, primary))
  })

  // First without a worker, then with imports, then with faults.
  const whole = minutes * 60
  const [warm, calm] = [Math.min(20, whole / 10), whole / 6]
  say(`${rate} requests a second, without a worker until minute ${(calm / 60).toFixed(1)}…`)
  await until(calm)
  worker = await startWorker()
  const importing = every(IMPORT_MS, async () => {
    const source = sources[Math.floor(Math.random() * sources.length)]
    // Ignored: a run is in progress, or the database is away.
    await admin.ask('POST', `/admin/import-sources/${source}/run`, {}).catch(() => {})
  })
  const withWorker = now() + Math.min(10, whole / 60)
  const working = withWorker + whole / 6
  say(`With a worker that imports, until minute ${(working / 60).toFixed(1)}…`)
  await until(working)
  const faults: Fault[] = []
  const breaks: readonly (readonly [what: string, work: () => Promise<void>])[] = [
    [
      'worker killed',
      async () => {
        await worker?.kill()
        await sleep(3_000)
        worker = await startWorker()
      },
    ],
    [
      'feed away',
      async () => {
        feed.isAway = true
        await sleep(20_000)
        feed.isAway = false
      },
    ],
    [
      'replica stopped',
      async () => {
        await replica.kill()
        await sleep(10_000)
        await replica.start()
      },
    ],
    [
      'database restarted',
      async () => {
        await primary.kill()
        await primary.start()
      },
    ],
  ]
  const pause = Math.max(30, (whole - working) / 13)
  // Reports the results even if something did not recover.
  let notMended: unknown
  for (let round = 0; !isOver && now() + pause < whole; round++) {
    const [what, work] = breaks[round % breaks.length] ?? ['', async () => {}]
    const from = now()
    try {
      await work()
    } catch (error) {
      notMended = `${what}: ${error}`
      break
    }
    faults.push({ what, from, to: now() })
    say(`${what}, for ${(now() - from).toFixed(1)} s`)
    await until(from + pause)
  }
  if (notMended === undefined) await until(whole)
  await importing()
  await watching()
  await load.stop()
  await worker?.stop()

  const between = (from: number, to: number) =>
    load.between(began + from * 1000, began + to * 1000).map(({ milliseconds }) => milliseconds)
  const [without, beside] = [between(warm, calm), between(withWorker, working)]
  const report = {
    minutes: now() / 60,
    ...(notMended !== undefined && { not_mended: notMended }),
    rate,
    measured_at: new Date().toISOString(),
    requests: load.answered.length,
    milliseconds: {
      without_worker: { p50: shareOf(without, 0.5), p99: shareOf(without, 0.99) },
      with_worker: { p50: shareOf(beside, 0.5), p99: shareOf(beside, 0.99) },
      p99_ratio: shareOf(beside, 0.99) / shareOf(without, 0.99),
    },
    ...judged(load.answered, faults, began),
    growth_percent: Object.fromEntries(
      (
        ['web_bytes', 'web_heap_bytes', 'worker_bytes', 'backends_bytes', 'connections', 'dead_rows'] as const
      ).map(what => [what, growth(samples, what)]),
    ),
    faults,
    samples,
  }
  writeFileSync(`${values.out}.json`, `${JSON.stringify(report, null, 1)}\n`)
  const { faults: _, samples: _samples, ...short } = report
  process.stdout.write(`${JSON.stringify(short, null, 2)}\n`)
  return report.unexplained.length === 0 && notMended === undefined ? 0 : 1
}

interface Fault {
  readonly what: string
  /** Seconds since the load began. */
  readonly from: number
  readonly to: number
}

/** Counts failures during faults, and reports the others. */
function judged(answered: readonly Answered[], faults: readonly Fault[], began: number) {
  const failed = answered.filter(one => one.failed !== undefined)
  const explains = ({ at, milliseconds }: Answered) =>
    faults.some(
      ({ what, from, to }) =>
        what !== 'feed away' &&
        what !== 'worker killed' &&
        at + milliseconds >= began + from * 1000 &&
        at <= began + to * 1000 + RECOVERY_MS,
    )
  const unexplained = failed.filter(one => !explains(one))
  return {
    failed_during_faults: failed.length - unexplained.length,
    unexplained: unexplained.slice(0, 20).map(one => `${one.who} ${one.failed}`),
    unexplained_total: unexplained.length,
  }
}

async function sourcesIn(admin: ReturnType<typeof asking>, service: Service, feed: Feed): Promise<string[]> {
  const sources: string[] = []
  for (let number = 1; number <= SOURCES; number++) {
    const { id } = await admin.ask('POST', '/admin/import-sources', {
      nom: `Agenda ${number}`,
      url: `${feed.url}?${number}`,
      acteur_id: service.acteur,
      commune_id: service.commune,
    })
    sources.push(id)
  }
  return sources
}

/** Repeats until the returned function is called, without overlap. */
function every(milliseconds: number, work: () => Promise<void>): () => Promise<void> {
  const end = new AbortController()
  const running = (async () => {
    while (!end.signal.aborted) {
      await work()
      await sleep(milliseconds, undefined, { signal: end.signal }).catch(() => {})
    }
  })()
  return async () => {
    end.abort()
    await running
  }
}
