/**
 * `npm run trial -- national [--towns 35000] [--rate 3000] [--seconds 60] [--pushes 60000] [--only told] [--port 3700]`:
 * every commune has an alert in force, and a herd reads all of them through the nginx of deploy/nginx, which is told what
 * changes; beside it, the same with the headers for a cache that nobody tells, and without a cache. Then one alert in
 * 35 is lifted; others are pushed to their subscribers, and the primary is away for a while in the middle. Needs nginx and
 * libnginx-mod-http-lua. `--draw FILE` only draws the table of docs/national.md.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Cluster, type Server, startCluster } from '../../test/fixtures/cluster.ts'
import { opened, openScope } from '../ending.ts'
import { cpuOf, postmasterOf } from '../processes.ts'
import { startService, urlOf } from '../service.ts'
import { fillCountry, lift, type Town } from './country.ts'
import { drawnTable } from './drawing.ts'
import type { Met, Order } from './herd.ts'
import { type Cache, KEY, startNginx } from './nginx.ts'
import { type Pushes, startPushService } from './pushes.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
const CONNECTIONS = 256
/** One commune in so many: a thousand of the country. */
const LIFTED_IN = 35
const AWAY_MS = 15_000
/** The subscribers of the largest cities. */
const FOLLOWED = 100

type Form = 'told' | 'untold' | 'none'
const FORMS: Readonly<Record<Form, string>> = {
  none: 'no cache: nginx passes all on',
  untold: 'a cache that is not told (`max-age=10`)',
  told: 'a cache that is told (`PLACE_PURGE_URL`)',
}

export async function run(options: string[]): Promise<number> {
  const { values } = parseArgs({
    args: options,
    options: {
      towns: { type: 'string', default: '35000' },
      rate: { type: 'string', default: '3000' },
      seconds: { type: 'string', default: '60' },
      only: { type: 'string' },
      port: { type: 'string', default: '3700' },
      pushes: { type: 'string', default: '60000' },
      draw: { type: 'string' },
    },
  })
  if (values.draw) {
    const page = join(import.meta.dirname, '../../docs/national.md')
    writeFileSync(values.draw, drawnTable(readFileSync(page, 'utf8')))
    return 0
  }
  const { towns, rate, seconds, port, pushes } = Object.fromEntries(
    (['towns', 'rate', 'seconds', 'port', 'pushes'] as const).map(name => [name, Number(values[name])]),
  ) as Record<'towns' | 'rate' | 'seconds' | 'port' | 'pushes', number>
  await using scope = openScope()
  const cluster = await opened(scope, startCluster({ ports: [port + 8, port + 9] }), one => one.remove())
  say(`${towns} communes, an alert in each…`)
  const country = await fillCountry(cluster.servers[0], towns)
  process.stdout.write(
    `| in front | requests/s | p50, p99, worst ms | errors | origin requests/s | CPU µs a request: nodes, PostgreSQL |\n|---|---:|---:|---:|---:|---:|\n`,
  )
  const trial = { cluster, country, rate, seconds, port, pushes }
  let broken = 0
  for (const form of Object.keys(FORMS) as Form[])
    if (values.only === undefined || values.only === form) broken += await inFront(form, trial)
  process.stdout.write(`\n${availableParallelism()} cores for all of it, ${country.length * 2} addresses.\n`)
  return broken === 0 ? 0 : 1
}

interface Trial {
  readonly cluster: Cluster
  readonly country: readonly Town[]
  readonly rate: number
  readonly seconds: number
  readonly port: number
  readonly pushes: number
}

async function inFront(
  form: Form,
  { cluster, country, rate, seconds, port, pushes }: Trial,
): Promise<number> {
  await using scope = openScope()
  const ports = [port, port + 1]
  const nginx = await startNginx(scope, { port: port + 4, nodes: ports, caches: form !== 'none' })
  const folder = mkdtempSync(join(tmpdir(), 'parvis-national-'))
  scope.defer(() => rmSync(folder, { recursive: true, force: true }))
  const browsers = await startPushService(folder, port + 7)
  scope.defer(() => browsers.stop())
  const settings = {
    ...browsers.settings,
    ...(form === 'told' && { PLACE_PURGE_URL: nginx.purge, PLACE_PURGE_KEY: KEY }),
  }
  const [primary] = cluster.servers
  const service = await startService({
    databaseUrl: urlOf(primary),
    processes: [...ports.map(own => ['web', own] as const), ['worker', port + 2]],
    settings: { ...settings, PLACE_URL: '', PLACE_CACHE_MB: '256', TRUST_PROXY: '127.0.0.1' },
  })
  scope.defer(() => service.stop())
  const herd = (order: Partial<Order>) =>
    sendHerd({
      port: nginx.port,
      towns: country,
      rate,
      seconds,
      connections: CONNECTIONS,
      isWalk: false,
      ...order,
    })
  const made = () =>
    Promise.all(service.urls.map(answersOf)).then(counts => counts.reduce((sum, one) => sum + one, 0))
  const cpu = () => service.nodes.slice(0, ports.length).reduce((sum, { pid }) => sum + cpuOf(pid), 0)

  if (form === 'told') await quiet(primary)
  if (form !== 'none') {
    say(`${FORMS[form]}: each address once…`)
    const walk = await herd({ isWalk: true, seconds: 600 })
    say(
      `  ${walk.answers} in ${Math.round(walk.answers / walk.perSecond)} s, ${walk.errors} errors ${walk.firstError ?? ''}`,
    )
  }
  say(`${FORMS[form]}: the herd…`)
  const before = { made: await made(), cpu: cpu(), db: postgresCpu(primary) }
  const met = await herd({})
  const origin = (await made()) - before.made
  const each = (spent: number) => Math.round((1e6 * spent) / met.answers)
  process.stdout.write(
    `| ${FORMS[form]} | ${met.perSecond} | ${met.p50}, ${met.p99}, ${met.worst} | ${met.errors} | ${Math.round(origin / seconds)} | ` +
      `${each(cpu() - before.cpu)}, ${each(postgresCpu(primary) - before.db)} |\n`,
  )
  if (form !== 'told') return 0
  return (
    (await lifted(nginx, primary, country, herd)) +
    (await away(primary, herd, { service: browsers, country, pushes }))
  )
}

/** Pages that were made within twenty seconds of a change are not kept for long. */
async function quiet(primary: Server): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const [row] = await primary.ask<{ n: number }>(
      `select ((select count(*) from changes_waiting where due_at <= now())
        + (select count(*) from place_purges p, change_feed f where p.seq <> f.last_seq or p.whole_at is not null)
        + case when exists (select from place_purges) then 0 else 1 end)::int as n`,
    )
    if (row?.n === 0) return await sleep(21_000)
    await sleep(1_000)
  }
  throw new Error('The cache was not told within two minutes.')
}

type SendHerd = (order: Partial<Order>) => Promise<Met>

/** Alerts are lifted while the herd reads: how long the last of these pages shows one. */
async function lifted(
  nginx: Cache,
  primary: Server,
  country: readonly Town[],
  herd: SendHerd,
): Promise<number> {
  const slugs = country.filter((_, at) => at % LIFTED_IN === 0).map(({ slug }) => slug)
  say(`${slugs.length} alerts are lifted…`)
  const reading = herd({ seconds: 20 })
  await sleep(3_000)
  const shows = async (slug: string) =>
    (await (await fetch(`http://127.0.0.1:${nginx.port}/place/${slug}`)).text()).includes('Canicule')
  const had = await Promise.all(slugs.slice(0, 20).map(shows))
  await lift(primary, slugs)
  const since = performance.now()
  let left = slugs
  let worst = 0
  while (left.length > 0 && performance.now() - since < 60_000) {
    const still: string[] = []
    for (let at = 0; at < left.length; at += 50) {
      const group = left.slice(at, at + 50)
      const shown = await Promise.all(group.map(shows))
      still.push(...group.filter((_, index) => shown[index]))
    }
    if (still.length < left.length) worst = performance.now() - since
    left = still
  }
  const met = await reading
  process.stdout.write(
    `\n${slugs.length} alerts lifted under the herd: gone from the cache after ${(worst / 1_000).toFixed(1)} s, ${left.length} left; ` +
      `p99 ${met.p99} ms, ${met.errors} errors.\n`,
  )
  return had.every(Boolean) && left.length === 0 && worst <= 5_000 && met.errors === 0 ? 0 : 1
}

interface Pushed {
  readonly service: Pushes
  readonly country: readonly Town[]
  readonly pushes: number
}

/** The primary is killed and comes back while the herd reads and alerts are pushed. */
async function away(primary: Server, herd: SendHerd, { service, country, pushes }: Pushed): Promise<number> {
  say(`${pushes} pushes…`)
  const followed = country.slice(0, FOLLOWED)
  await service.raise(
    primary,
    followed.map(({ slug }) => slug),
    pushes,
  )
  // A page that has just changed is asked for again, and a node that never made it cannot without a database.
  await quiet(primary)
  await herd({ isWalk: true, towns: followed, seconds: 60 })
  say('The primary dies…')
  const reading = herd({ seconds: AWAY_MS / 1_000 + 15 })
  await sleep(3_000)
  const before = service.reached()
  service.primaryDies()
  await primary.kill()
  await sleep(AWAY_MS)
  await primary.start()
  const met = await reading
  process.stdout.write(
    `\nThe primary dead for ${AWAY_MS / 1_000} s under the herd: ${met.answers} answers, p99 ${met.p99} ms, ${met.errors} errors.\n`,
  )
  const { says, isKept } = await service.ended(primary)
  process.stdout.write(`${says}; ${before} of them before the primary died.\n`)
  return met.errors === 0 && isKept && before < pushes ? 0 : 1
}

async function sendHerd(order: Order): Promise<Met> {
  const child = spawn(process.execPath, ['launch.mjs', join(import.meta.dirname, 'herd.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await using scope = openScope()
  scope.defer(() => void child.kill())
  child.stdin.end(JSON.stringify(order))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    said += text
  })
  await once(child, 'close')
  const met = JSON.parse(said) as Met
  if (met.firstError) say(`  the first of ${met.errors} errors: ${met.firstError}`)
  return met
}

/** Pages of communes that a node has answered. */
async function answersOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return [...text.matchAll(/^parvis_http_responses_total\{[^}]*route="\/place\/\*"[^}]*\} (\d+)/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  )
}

const postgresCpu = (server: Server) => cpuOf(postmasterOf(server))
