import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openEmbedded } from '../../src/kernel/postgres/open.ts'
import { programOf, RELEASES } from '../../test/releases/release.ts'
import { opened, openScope } from '../ending.ts'
import { type Node, type Service, startService } from '../service.ts'
import { load, type Tally, type World } from './load.ts'
import { type Proxied, startProxy } from './proxy.ts'

/**
 * `npm run trial -- rolling`: upgrades four nodes behind HAProxy one by one under load, and kills one.
 */
const ROOT = join(import.meta.dirname, '../..')
const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1)

export async function run(typed: string[]): Promise<number> {
  const { values } = parseArgs({
    args: typed,
    options: {
      requests: { type: 'string', default: '50000' },
      from: { type: 'string' },
      connections: { type: 'string', default: '24' },
      port: { type: 'string', default: '3400' },
      part: { type: 'string', multiple: true, default: [] },
    },
  })
  await using scope = openScope()
  const folder = mkdtempSync(join(tmpdir(), 'parvis-rolling-'))
  scope.defer(() => rmSync(folder, { recursive: true, force: true }))
  // PostgreSQL's account must be able to reach it.
  chmodSync(folder, 0o755)
  const database = await opened(
    scope,
    openEmbedded({ dataDir: join(folder, 'cluster'), as: 'test', durable: true }),
    one => one.stop(),
  )
  const base = Number(values.port)
  const from = values.from ?? RELEASES.at(-1)
  if (from === undefined) say('No release has this baseline yet: the part “release” is left out.')
  const trial = await settled(scope, folder, database.connection as pg.ClientConfig, base, from)
  const wanted = Number(values.requests)
  const many = Number(values.connections)
  const parts: Readonly<Record<string, () => Promise<number>>> = {
    ...(from !== undefined && { release: () => rolled(trial, 'old', 'now', wanted, many) }),
    next: () => rolled(trial, 'now', 'next', wanted, many),
    kill: () => killed(trial, Math.ceil(wanted / 10), many),
  }
  const unknown = values.part.find(name => !Object.hasOwn(parts, name))
  if (unknown !== undefined) throw new Error(`No part ${unknown}. Parts: ${Object.keys(parts).join(', ')}.`)
  const failed: number[] = []
  for (const [name, part] of Object.entries(parts))
    if (values.part.length === 0 || values.part.includes(name)) failed.push(await part())
  return failed.every(count => count === 0) ? 0 : 1
}

interface Trial {
  readonly folder: string
  readonly trees: Readonly<Record<'old' | 'now' | 'next', string>>
  readonly ports: readonly number[]
  readonly service: Service
  readonly world: World
  readonly client: pg.Client
  /** One at each port. */
  readonly nodes: { readonly node: Node; readonly tree: string }[]
  proxy: Proxied
}

/** This version, and one with an additional migration of a table in use. */
function treeOfNow(folder: string, name: string, migration?: string): string {
  const tree = join(folder, name)
  mkdirSync(join(tree, 'db'), { recursive: true })
  for (const part of ['src', 'shared', 'package.json', 'launch.mjs', 'node_modules', 'backoffice'])
    symlinkSync(join(ROOT, part), join(tree, part))
  if (!migration) symlinkSync(join(ROOT, 'db/migrations'), join(tree, 'db/migrations'))
  else {
    // The sources locate their migrations by their real path.
    rmSync(join(tree, 'src'))
    cpSync(join(ROOT, 'src'), join(tree, 'src'), { recursive: true })
    cpSync(join(ROOT, 'db/migrations'), join(tree, 'db/migrations'), { recursive: true })
    const number = String(readdirSync(join(ROOT, 'db/migrations')).length + 1).padStart(4, '0')
    writeFileSync(join(tree, `db/migrations/${number}_of_the_trial.sql`), migration)
  }
  return tree
}

async function settled(
  scope: AsyncDisposableStack,
  folder: string,
  owner: pg.ClientConfig,
  base: number,
  from: string | undefined,
): Promise<Trial> {
  const trees = {
    old: from === undefined ? treeOfNow(folder, 'old') : programOf(from, join(folder, 'old')),
    now: treeOfNow(folder, 'now'),
    next: treeOfNow(
      folder,
      'next',
      `-- expand: publications have a place\nalter table publications add column place text, add column seats int not null default 0;\n`,
    ),
  }
  const admin = new pg.Client(owner)
  await admin.connect()
  await admin.query('create database rolling')
  await admin.end()
  const { user, password, host, port } = owner
  const ports = [1, 2, 3, 4].map(node => base + node)
  const service = await startService({
    databaseUrl: `postgres://${user}:${password}@/rolling?host=${encodeURIComponent(String(host))}&port=${port}`,
    tree: trees.old,
    processes: [...ports.map(own => ['web', own] as const), ['worker', base + 5]],
    settings: {
      PUBLIC_URL: `http://127.0.0.1:${base}`,
      TRUST_PROXY: '127.0.0.1/32',
      DRAIN_SECONDS: '5',
    },
  })
  scope.defer(() => service.stop())
  const client = new pg.Client({ ...owner, database: 'rolling' })
  client.on('error', () => {})
  await client.connect()
  scope.defer(() => client.end())
  const { token, acteur, commune } = service
  const trial: Trial = {
    folder,
    trees,
    ports,
    service,
    client,
    world: { port: base, token, acteur, commune, slug: 'rennes' },
    nodes: service.nodes.slice(0, ports.length).map(node => ({ node, tree: trees.old })),
    proxy: await startProxy(folder, base, ports, { again: true }),
  }
  scope.defer(() => trial.proxy.stop())
  return trial
}

/** Starts another program in the place of a node. */
async function exchange({ service, ports, nodes }: Trial, which: number, tree: string): Promise<void> {
  await nodes[which]?.node.stop()
  nodes[which] = { tree, node: await service.start('web', ports[which] ?? 0, tree) }
}

/** A part that runs alone starts with the nodes of the part before. */
async function allOf(trial: Trial, wanted: keyof Trial['trees']): Promise<void> {
  const tree = trial.trees[wanted]
  for (const [which, node] of trial.nodes.entries())
    if (node.tree !== tree) await exchange(trial, which, tree)
}

/** Replaces a node after 10, 30, 50 and 70 % of the requests. */
async function rolled(
  trial: Trial,
  from: keyof Trial['trees'],
  to: keyof Trial['trees'],
  wanted: number,
  many: number,
) {
  await allOf(trial, from)
  const began = performance.now()
  const steps: string[] = []
  let exchanging: Promise<void> = Promise.resolve()
  let at = 0
  const tally = await load(trial.world, wanted, many, ({ asked }) => {
    if (at >= trial.nodes.length || asked < wanted * (0.1 + 0.2 * at)) return
    const which = at++
    exchanging = exchanging.then(async () => {
      const start = performance.now()
      await exchange(trial, which, trial.trees[to])
      steps.push(`node${which + 1}: ready after ${seconds(start)} s`)
    })
  })
  await exchanging
  say(`\n## ${from} → ${to}: ${tally.asked} requests in ${seconds(began)} s, ${tally.failed.length} failed`)
  for (const step of steps) say(step)
  say(table(tally))
  return tally.failed.length + (await held(trial, tally))
}

const table = ({ by, failed }: Tally) =>
  ['| kind | asked | failed |', '|---|---|---|']
    .concat(
      Object.entries(by).map(
        ([kind, asked]) => `| ${kind} | ${asked} | ${failed.filter(one => one.startsWith(kind)).length} |`,
      ),
    )
    .concat([...new Set(failed)].map(what => `${what}: ${failed.filter(one => one === what).length}`))
    .join('\n')

/** Every acknowledged write exists exactly once. */
async function held({ client }: Trial, { written, events }: Tally): Promise<number> {
  const count = async (statement: string, names: ReadonlySet<string>) =>
    (await client.query<{ rows: number; names: number }>(statement, [[...names]])).rows[0]
  const publications = await count(
    `select count(*)::int as rows, count(distinct title)::int as names from publications where title = any($1)`,
    written,
  )
  const taken = await count(
    `select count(*)::int as rows, count(distinct event_id)::int as names from payment_events where event_id = any($1)`,
    events,
  )
  say(
    `written ${written.size}: ${publications?.names} there, ${publications?.rows} rows; events ${events.size}: ${taken?.names} there, ${taken?.rows} rows`,
  )
  const wrong = [
    publications?.rows !== written.size,
    publications?.names !== written.size,
    taken?.names !== events.size,
  ]
  return wrong.filter(Boolean).length
}

/** In deploy/haproxy.cfg, of the second node. */
const VICTIM = 'node2'

/** SIGKILL under load: without retries the proxy's log shows the node's failed requests; with retries none fails. */
async function killed(trial: Trial, wanted: number, many: number): Promise<number> {
  let wrong = 0
  for (const again of [false, true]) {
    await trial.proxy.stop()
    trial.proxy = await startProxy(trial.folder, trial.world.port, trial.ports, { again })
    let done = false
    const victim = trial.nodes[1]
    const tally = await load(trial.world, wanted, many, ({ asked }) => {
      if (done || asked < wanted / 2) return
      done = true
      void victim?.node.kill()
    })
    const lines = readFileSync(trial.proxy.log, 'utf8').split('\n')
    const refused = lines.filter(line => /^\S+ 50\d /.test(line)).map(line => line.split(' ')[0])
    const others = refused.filter(name => name !== VICTIM && name !== `ready/${VICTIM}`).length
    say(
      `\n## ${VICTIM} killed, ${again ? 'asked again elsewhere' : 'no second tries'}: ${tally.asked} requests, ${tally.failed.length} failed (${many} in flight on four nodes), ${others} of them at other nodes`,
    )
    say(table(tally))
    wrong += others + (again ? tally.failed.length : 0) + (await held(trial, tally))
    await exchange(trial, 1, victim?.tree ?? trial.trees.now)
  }
  return wrong
}
