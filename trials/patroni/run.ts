/**
 * `npm run trial -- patroni [--rounds 60] [--minutes 27] [--mode synchronous|asynchronous] [--only crash,power]
 * [--with repmgr] [--logs FOLDER]`: three
 * machines with PostgreSQL, Patroni and etcd as deploy/patroni sets them up (or repmgr and deploy/repmgr), each a network
 * namespace of this one, and two nodes. In each round the primary fails while six clients write and repeat what was not
 * acknowledged. `--logs` keeps what Patroni, etcd and PostgreSQL said, and the rounds; `--sum FOLDER,FOLDER --drawing FILE`
 * adds the rounds of several runs and draws them. Needs root, and Debian 13's patroni, etcd-server, etcd-client, postgresql-17, nftables (and repmgr).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startMailServer } from '../../test/fixtures/mail-server.ts'
import { checked, countLedger } from '../failover/checks.ts'
import { type Done, startLoad } from '../failover/load.ts'
import { type Service, startService } from '../service.ts'
import { type ManagedCluster, type Mode, startPatroniCluster } from './cluster.ts'
import { drawnRounds } from './drawing.ts'
import { FAILOVER_MS, FAILURE_NAMES, FAILURES, isSilent, ORDER } from './failures.ts'
import { inNamespaces, keepLogs, lastWords, prepareHouse } from './machines.ts'
import { watchForOldData } from './old-data.ts'
import { REPMGR_ORDER, startRepmgrCluster } from './repmgr.ts'
import { ending, type Round, roundLine, roundsHeader, summary } from './report.ts'

const WHOLE_MS = 180_000
/** Longer than the longest failover: a client that gives up would prove nothing. */
const PACE = { pauseMs: 150, hopelessMs: 120_000 }
const say = (line: string) => process.stderr.write(`${line}\n`)
const print = (line: string) => process.stdout.write(`${line}\n`)

export async function run(options: string[]): Promise<number> {
  const { values } = parseArgs({
    args: options,
    options: {
      rounds: { type: 'string', default: '60' },
      minutes: { type: 'string', default: '27' },
      mode: { type: 'string', default: 'synchronous' },
      only: { type: 'string' },
      with: { type: 'string', default: 'patroni' },
      logs: { type: 'string' },
      sum: { type: 'string' },
      drawing: { type: 'string' },
    },
  })
  const order = values.only?.split(',') ?? (values.with === 'repmgr' ? REPMGR_ORDER : ORDER)
  const unknown = order.find(name => !(name in FAILURES))
  if (unknown) throw new Error(`--only ${unknown}: known are ${Object.keys(FAILURES).join(', ')}`)
  if (values.sum !== undefined) return sumOf(values.sum.split(','), values.drawing)
  const outside = await inNamespaces(options)
  if (outside !== undefined) return outside
  try {
    // With this process everything else in its namespaces ends.
    process.exit(await inside(values, order))
  } catch (error) {
    say(await lastWords().catch(() => ''))
    throw error
  }
}

interface Values {
  readonly rounds: string
  readonly minutes: string
  readonly mode: string
  readonly with: string
  readonly logs?: string | undefined
}

async function inside(values: Values, order: readonly string[]): Promise<number> {
  const isRepmgr = values.with === 'repmgr'
  const until = performance.now() + Number(values.minutes) * 60_000
  const mode = values.mode === 'asynchronous' ? 'asynchronous' : 'synchronous'
  await prepareHouse()
  say(`Three machines with ${isRepmgr ? 'repmgr' : 'etcd and Patroni'}, ${mode}…`)
  const cluster = isRepmgr ? await startRepmgrCluster() : await startPatroniCluster(mode)
  await cluster.untilWhole(WHOLE_MS)
  say('Two nodes and a mail server…')
  const mails = await startMailServer()
  const nodes = await startService({
    databaseUrl: cluster.databaseUrl,
    name: 'patroni',
    processes: [
      ['all', 3001],
      ['all', 3002],
    ],
    mails: mails.url,
  })
  const trial = { cluster, nodes, mode } as const
  const rounds: Round[] = []
  const ledger: Done[] = []
  print(roundsHeader)
  while (rounds.length < Number(values.rounds) && performance.now() < until) {
    const name = order[rounds.length % order.length] as string
    const round = await once(trial, name, rounds.length + 1, ledger)
    rounds.push(round)
    if (values.logs) await keep(values.logs, rounds)
    print(roundLine(round, rounds.length))
    for (const sentence of round.broken.slice(0, 5)) say(`BROKEN: ${sentence}`)
  }
  say('Everything once more, and the jobs…')
  await cluster.untilWhole(WHOLE_MS)
  const verdict = await checked(cluster, ledger, mails, nodes)
  for (const sentence of verdict.broken.slice(0, 20)) say(`BROKEN: ${sentence}`)
  const repeated = ledger.filter(({ kind, name }) => kind === 'reply' && mails.acceptedFor(name).length > 1)
  for (const line of summary(rounds)) print(line)
  print(`\n${ending(verdict, repeated.length)}`)
  const broken = verdict.broken.length + rounds.reduce((sum, one) => sum + one.broken.length, 0)
  say(broken === 0 ? 'Nothing was lost and nothing doubled.' : `${broken} promises were broken.`)
  return broken === 0 ? 0 : 1
}

/** The rounds of several runs, each in the folder that `--logs` named. */
function sumOf(folders: readonly string[], drawing: string | undefined): number {
  const rounds = folders.flatMap(
    folder => JSON.parse(readFileSync(join(folder, 'rounds.json'), 'utf8')) as Round[],
  )
  for (const line of summary(rounds)) print(line)
  for (const { at, name, noted } of rounds.filter(({ name, to }) => !to && isSilent(name)))
    print(`Nobody was promoted: ${name} at ${at}; noted before: ${noted?.promotable.join(', ') || 'nobody'}`)
  if (drawing) writeFileSync(drawing, drawnRounds(rounds, FAILURE_NAMES))
  return 0
}

async function keep(folder: string, rounds: readonly Round[]): Promise<void> {
  const plain = rounds.map(round => ({ ...round, refused: [...round.refused] }))
  writeFileSync(join(folder, 'rounds.json'), `${JSON.stringify(plain)}\n`)
  await keepLogs(folder)
}

interface Trial {
  readonly cluster: ManagedCluster
  readonly nodes: Service
  readonly mode: Mode
}

async function once(
  { cluster, nodes, mode }: Trial,
  name: string,
  number: number,
  all: Done[],
): Promise<Round> {
  const failure = FAILURES[name]
  const primary = await cluster.leader()
  if (!failure) throw new Error(`There is no failure ${name}.`)
  const load = startLoad(nodes, `r${number}`, { ...PACE, mayLose: mode === 'asynchronous' })
  const old = watchForOldData(nodes, load)
  // At a different moment each time.
  await sleep(1_000 + Math.random() * 1_500)
  const noted = await cluster.noted?.()
  const began = performance.now()
  const at = new Date().toISOString()
  await failure.begin(cluster, primary)
  const moved = await cluster.untilLeaderIsNot(primary, failure.lastsMs ?? FAILOVER_MS)
  const movedMs = performance.now() - began
  const notedAfter = await cluster.noted?.()
  if (moved) await load.firstAcknowledgedAfter(performance.now())
  await failure.end(cluster, primary)
  await cluster.untilWhole(WHOLE_MS)
  await load.firstAcknowledgedAfter(performance.now())
  const ledger = await load.stop()
  all.push(...ledger)
  const broken: string[] = []
  const { lost, doubled } = await countLedger(cluster, ledger, broken)
  const { answers, stale } = await old.stop()
  broken.push(...stale)
  for (const [status, times] of load.refusals)
    if (status !== 503 && status !== 409)
      broken.push(`${times} requests were answered ${status || 'nothing'}`)
  const times = load.acknowledged.map(({ at }) => at).filter(at => at >= began - 1_000)
  return {
    name,
    says: failure.says,
    at,
    noted,
    notedAfter,
    from: primary.name,
    to: moved ? (await cluster.leader()).name : undefined,
    movedMs: moved ? movedMs : undefined,
    waits: load.acknowledged.map(({ waitedMs }) => waitedMs),
    silentMs: Math.max(...times.map((at, index) => at - (times[index - 1] ?? at))),
    again: load.acknowledged.filter(({ tries }) => tries > 1).length,
    refused: load.refusals,
    slowestMs: load.slowestMs,
    reads: answers,
    lost,
    doubled,
    stale: stale.length,
    broken,
  }
}
