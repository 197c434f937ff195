import { spawnSync } from 'node:child_process'
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
import { WEBHOOK_SECRET } from '../service.ts'
import { load, type Tally, type World } from './load.ts'
import { killNodes, type Node, startNode, startProxy, stopNode } from './nodes.ts'

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
  if (!process.env.KEEP) scope.defer(() => rmSync(folder, { recursive: true, force: true }))
  // PostgreSQL's account must be able to reach it.
  chmodSync(folder, 0o755)
  const database = await opened(
    scope,
    openEmbedded({ dataDir: join(folder, 'cluster'), as: 'test', durable: true }),
    one => one.stop(),
  )
  scope.defer(killNodes)
  const base = Number(values.port)
  const from = values.from ?? RELEASES.at(-1)
  if (from === undefined) say('No release has this baseline yet: the part “release” is left out.')
  const trial = await settled(folder, database.connection as pg.ClientConfig, base, from)
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
  await Promise.all(trial.nodes.map(node => stopNode(node)))
  await trial.client.end()
  return failed.every(count => count === 0) ? 0 : 1
}

interface Trial {
  readonly folder: string
  readonly env: Record<string, string>
  readonly trees: Readonly<Record<'old' | 'now' | 'next', string>>
  readonly ports: readonly number[]
  readonly world: World
  readonly client: pg.Client
  nodes: Node[]
  proxy: Awaited<ReturnType<typeof startProxy>>
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
  const env = {
    DATABASE_URL: `postgres://${user}:${password}@/rolling?host=${encodeURIComponent(String(host))}&port=${port}`,
    PARVIS_SECRET: 'one secret for all the nodes of this trial',
    PAYMENT_SIGNING_SECRETS: WEBHOOK_SECRET,
    PUBLIC_URL: `http://127.0.0.1:${base}`,
    TRUST_PROXY: '127.0.0.1/32',
    RATE_LIMIT_SCALE: '0',
    PROCESS: 'web',
    DRAIN_SECONDS: '5',
  }
  const ports = [1, 2, 3, 4].map(node => base + node)
  const first = await startNode({ name: 'node1', port: base + 1, tree: trees.old, folder }, env)
  const parvis = (...command: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main.ts', ...command], {
      cwd: trees.old,
      env: { ...process.env, ...env, DATA_DIR: join(folder, 'data') },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    return stdout.trim()
  }
  parvis('demo')
  const token = parvis('token', '--email', 'secretariat@example.org', '--ttl', '12h')
  const client = new pg.Client({ ...owner, database: 'rolling' })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(`select a.id as acteur, c.id as commune, c.slug from acteurs a
    join communes c on c.mairie_actor_id = a.id limit 1`)
  const others = await Promise.all(
    ports
      .slice(1)
      .map((port, at) => startNode({ name: `node${at + 2}`, port, tree: trees.old, folder }, env)),
  )
  await startNode({ name: 'worker', port: base + 5, tree: trees.old, folder }, { ...env, PROCESS: 'worker' })
  const world = { port: base, token, ...rows[0] }
  const proxy = await startProxy(folder, base, ports, { again: true })
  return { folder, env, trees, ports, world, client, nodes: [first, ...others], proxy }
}

/** A part that runs alone starts with the nodes of the part before. */
async function allOf(trial: Trial, wanted: keyof Trial['trees']): Promise<void> {
  const tree = trial.trees[wanted]
  for (const [which, node] of trial.nodes.entries()) {
    if (node.tree === tree) continue
    await stopNode(node)
    trial.nodes[which] = await startNode({ ...node, folder: trial.folder, tree }, trial.env)
  }
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
      const old = trial.nodes[which] as Node
      const start = performance.now()
      await stopNode(old)
      const stopped = seconds(start)
      trial.nodes[which] = await startNode({ ...old, folder: trial.folder, tree: trial.trees[to] }, trial.env)
      steps.push(`${old.name}: stopped in ${stopped} s, ready after ${seconds(start)} s`)
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

/** SIGKILL under load: without retries the proxy's log shows the node's failed requests; with retries none fails. */
async function killed(trial: Trial, wanted: number, many: number): Promise<number> {
  let wrong = 0
  for (const again of [false, true]) {
    await stopNode(trial.proxy)
    trial.proxy = await startProxy(trial.folder, trial.world.port, trial.ports, { again })
    let done = false
    const victim = trial.nodes[1] as Node
    const tally = await load(trial.world, wanted, many, ({ asked }) => {
      if (done || asked < wanted / 2) return
      done = true
      victim.child.kill('SIGKILL')
    })
    const lines = readFileSync(trial.proxy.log, 'utf8').split('\n')
    const refused = lines.filter(line => /^\S+ 50\d /.test(line)).map(line => line.split(' ')[0])
    const others = refused.filter(name => name !== victim.name && name !== `ready/${victim.name}`).length
    say(
      `\n## ${victim.name} killed, ${again ? 'asked again elsewhere' : 'no second tries'}: ${tally.asked} requests, ${tally.failed.length} failed (${many} in flight on four nodes), ${others} of them at other nodes`,
    )
    say(table(tally))
    wrong += others + (again ? tally.failed.length : 0) + (await held(trial, tally))
    trial.nodes[1] = await startNode({ ...victim, folder: trial.folder }, trial.env)
  }
  return wrong
}
