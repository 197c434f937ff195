/**
 * `npm run trial -- national [--towns 35000] [--seconds 60] [--port 3700]`: every commune has an alert in force, and a herd
 * reads all of them through the nginx of deploy/nginx, which is told what changes. Then one alert in 35 is lifted. Exit
 * code 1 if a request fails, or if a page shows a lifted alert for a minute. Needs nginx and libnginx-mod-http-lua.
 */
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ask, type Outcome } from '../../bench/asking.ts'
import { requestLine } from '../../bench/bench.ts'
import { Chance } from '../../bench/publications/chance.ts'
import { browserHeaders } from '../../bench/workloads.ts'
import { type Server, startCluster } from '../../test/fixtures/cluster.ts'
import { opened, openScope } from '../ending.ts'
import { startService, urlOf } from '../service.ts'
import { fillCountry, lift } from './country.ts'
import { KEY, startNginx } from './nginx.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
const print = (line: string) => process.stdout.write(`${line}\n`)
const CONNECTIONS = 32
/** The front page, and the alerts as a feed. */
const PAGES = ['', '/alertes.atom']
const SHARE_OF_FEEDS = 0.1
/** One commune in so many: a thousand of the country. */
const LIFTED_IN = 35
const GONE_WITHIN_MS = 60_000

export async function run(options: string[]): Promise<number> {
  const { values } = parseArgs({
    args: options,
    options: {
      towns: { type: 'string', default: '35000' },
      seconds: { type: 'string', default: '60' },
      port: { type: 'string', default: '3700' },
    },
  })
  const [port, seconds] = [Number(values.port), Number(values.seconds)]
  const nodes = [port, port + 1]
  await using scope = openScope()
  const cluster = await opened(scope, startCluster({ ports: [port + 8, port + 9] }), one => one.remove())
  const [primary] = cluster.servers
  const nginx = await startNginx(scope, port + 4, nodes)
  say(`${values.towns} communes, an alert in each…`)
  const slugs = await fillCountry(primary, Number(values.towns))
  const service = await startService({
    databaseUrl: urlOf(primary),
    processes: [...nodes.map(own => ['web', own] as const), ['worker', port + 2]],
    settings: {
      PLACE_URL: '',
      PLACE_CACHE_MB: '256',
      TRUST_PROXY: '127.0.0.1',
      PLACE_PURGE_URL: nginx.purge,
      PLACE_PURGE_KEY: KEY,
    },
  })
  scope.defer(() => service.stop())
  const made = async () => {
    const counts = await Promise.all(service.urls.map(answersOf))
    return counts.reduce((sum, one) => sum + one, 0)
  }

  await quiet(primary)
  say('Each address once…')
  const addresses = slugs.flatMap(slug => PAGES.map(page => `/place/${slug}${page}`))
  const began = performance.now()
  await inGroups(addresses, async path => await (await fetch(`${nginx.url}${path}`)).arrayBuffer())
  say(`  ${addresses.length} in ${Math.round((performance.now() - began) / 1_000)} s`)

  // The largest first: by Zipf's law, as the populations are.
  const chance = new Chance(1, 0)
  const next = () => {
    const page = chance.happens(SHARE_OF_FEEDS) ? PAGES[1] : PAGES[0]
    return requestLine('GET', `/place/${slugs[chance.rank(slugs.length)]}${page}`, browserHeaders)
  }
  const herd = (forSeconds: number) =>
    ask({ port: port + 4, status: 200, seconds: forSeconds, connections: CONNECTIONS, apart: true, next })
  say('The herd…')
  const before = await made()
  const met = await herd(seconds)
  const origin = (await made()) - before
  print(`The herd: ${told(met)}; ${Math.round(origin / seconds)} of them at the nodes.`)
  const isGone = await lifted(primary, nginx.url, slugs, herd)
  print(`${availableParallelism()} cores for all of it, ${addresses.length} addresses.`)
  return met.errors === 0 && isGone ? 0 : 1
}

const told = ({ perSecond, p50, p99, errors, problem }: Outcome) =>
  `${Math.round(perSecond)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${errors} errors${problem ? `, the first: ${problem}` : ''}`

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

/** Alerts are lifted while the herd reads: whether their pages leave the cache in time. */
async function lifted(
  primary: Server,
  url: string,
  slugs: readonly string[],
  herd: (seconds: number) => Promise<Outcome>,
): Promise<boolean> {
  const chosen = slugs.filter((_, at) => at % LIFTED_IN === 0)
  const shows = async (slug: string) =>
    (await (await fetch(`${url}/place/${slug}`)).text()).includes('Canicule')
  const had = await inGroups(chosen, shows)
  const reading = herd(20)
  await sleep(3_000)
  await lift(primary, chosen)
  const since = performance.now()
  let left = chosen
  let goneAfter = 0
  while (left.length > 0 && performance.now() - since < GONE_WITHIN_MS) {
    const shown = await inGroups(left, shows)
    left = left.filter((_, at) => shown[at])
    goneAfter = performance.now() - since
  }
  const met = await reading
  const seconds = (goneAfter / 1_000).toFixed(1)
  print(
    `${chosen.length} alerts lifted: all gone after ${seconds} s, ${left.length} left. The herd: ${told(met)}.`,
  )
  return had.every(Boolean) && left.length === 0 && met.errors === 0
}

/** Few at once: one client network may have so many requests in flight. */
async function inGroups<Item, Found>(items: readonly Item[], work: (item: Item) => Promise<Found>) {
  const found: Found[] = []
  for (let at = 0; at < items.length; at += 8)
    found.push(...(await Promise.all(items.slice(at, at + 8).map(work))))
  return found
}

/** Pages of communes that a node has answered. */
async function answersOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return [...text.matchAll(/^parvis_http_responses_total\{[^}]*route="\/place\/\*"[^}]*\} (\d+)/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  )
}
