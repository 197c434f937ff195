import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Machine, startMachine } from './machines.ts'

/** Patroni and etcd on three machines, set up by deploy/patroni as docs/cluster.md says. */

const DEPLOY = join(import.meta.dirname, '../../deploy/patroni')
const CONFIG = '/etc/patroni/config.yml'
export const addressesOf = Object.entries({ pg1: '10.0.0.11', pg2: '10.0.0.12', pg3: '10.0.0.13' })
const PATRONI = 'postgres'

const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8')
/** The placeholders of deploy/patroni are the passwords of the trial. */
const passwordOf = (account: string) =>
  /change-this-password-of-\w+/.exec(read('patroni.yml').split(`username: ${account}`)[1] ?? '')?.[0] ?? ''

export const passwordOfParvis = /create role parvis .* password '(.*)'/.exec(read('database.sql'))?.[1]

export async function until(what: () => Promise<boolean>, patienceMs: number): Promise<boolean> {
  const began = performance.now()
  while (!(await what())) {
    if (performance.now() - began > patienceMs) return false
    await sleep(100)
  }
  return true
}

/** A busy machine answers late. */
export async function patientlyOn(leader: () => Promise<Machine | undefined>): Promise<Machine> {
  for (let tries = 1; tries < 60; tries++) {
    const found = await leader()
    if (found) return found
    await sleep(500)
  }
  throw new Error('There is no primary.')
}

export type Mode = 'synchronous' | 'asynchronous'

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly lag?: number | string
  readonly timeline?: number
}

/** Three machines of which one is the primary, and a program that promotes another. */
export interface ManagedCluster {
  readonly machines: readonly Machine[]
  readonly databaseUrl: string
  /** The machine of the primary. */
  leader(): Promise<Machine>
  /** Another machine is the primary, and Patroni knows it. */
  untilLeaderIsNot(machine: Machine, patienceMs: number): Promise<boolean>
  /**
   * One primary, and two standbys that follow it; with synchronous replication, one of them at least is waited for. Of
   * Patroni, all three etcd: a failure on top of one that is gone is another trial.
   */
  untilWhole(patienceMs: number): Promise<void>
  /** Brings back a machine that was the primary; `off`: its processes were ended. */
  restore(machine: Machine, off?: 'off'): Promise<void>
  startEtcd?(machine: Machine): void
  switchover?(from: Machine): Promise<void>
  /** What Patroni has noted in etcd: the leader, and which standbys it may promote. */
  noted?(): Promise<Noted>
  /** As the superuser, on the primary. */
  ask<Row>(text: string, values?: unknown[]): Promise<Row[]>
}

export interface Noted {
  readonly leader: string
  readonly promotable: readonly string[]
  /** The machine whose etcd leads the others. */
  readonly etcdLeader: string
}

export async function startPatroniCluster(mode: Mode): Promise<ManagedCluster> {
  const machines: Machine[] = []
  for (const [name, address] of addressesOf) machines.push(await startMachine(name, address))
  // As systemd does with etcd.service.conf.
  const pause = /^RestartSec=(\d+)$/m.exec(read('etcd.service.conf'))?.[1]
  const etcdAgain = `while :; do etcd; sleep ${pause}; done`
  const startEtcd = (machine: Machine) =>
    machine.start('etcd', 'sh', '-c', withSettings('default/etcd', etcdAgain))
  const startPatroni = (machine: Machine) =>
    machine.start(PATRONI, 'sh', '-c', withSettings('patroni_env.conf', `exec patroni ${CONFIG}`))
  for (const machine of machines) {
    await machine.command('root', join(DEPLOY, 'set-up'), machine.name, machine.address)
    startEtcd(machine)
  }
  const [first] = machines as [Machine, Machine, Machine]
  startPatroni(first)

  const members = async (): Promise<readonly Member[]> => {
    const answers = machines.map(async ({ address }) => {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_000) })
      return ((await answer.json()) as { members: Member[] }).members
    })
    return await Promise.any(answers).catch(() => [])
  }
  /** The machine that answers as the primary: the list of the members may be old. */
  const leader = async () => {
    const asked = machines.map(async machine => {
      const { status } = await fetch(`http://${machine.address}:8008/primary`, {
        signal: AbortSignal.timeout(1_000),
      })
      if (status !== 200) throw new Error(`${machine.name} is not the primary`)
      return machine
    })
    return await Promise.any(asked).catch(() => undefined)
  }
  const askEtcd = async (path: string, body: unknown) => {
    const answers = machines.map(async ({ address }) => {
      const answer = await fetch(`http://${address}:2379/v3/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(1_000),
      })
      if (!answer.ok) throw new Error(`etcd on ${address} answered ${answer.status}`)
      return (await answer.json()) as Record<string, unknown>
    })
    return await Promise.any(answers).catch(() => undefined)
  }
  const valueOfKey = async (key: string) => {
    const found = await askEtcd('kv/range', { key: btoa(`/service/parvis/${key}`) })
    const [one] = (found?.kvs as { value: string }[] | undefined) ?? []
    return one && atob(one.value)
  }
  const noted = async (): Promise<Noted> => {
    const [leaderKey, sync, status] = await Promise.all([
      valueOfKey('leader'),
      valueOfKey('sync'),
      askEtcd('maintenance/status', {}),
    ])
    const standbys = (JSON.parse(sync ?? '{}') as { sync_standby?: string | null }).sync_standby
    const list = await askEtcd('cluster/member/list', {})
    const etcds = (list?.members as { ID: string; name: string }[] | undefined) ?? []
    return {
      leader: leaderKey ?? '',
      promotable: standbys?.split(',') ?? [],
      etcdLeader: etcds.find(({ ID }) => ID === status?.leader)?.name ?? '',
    }
  }
  const patronictl = (...args: string[]) => {
    const [machine] = machines as [Machine]
    return machine.command(PATRONI, 'patronictl', '-c', CONFIG, ...args)
  }
  const ask = async <Row>(text: string, values: unknown[] = []) => {
    const machine = await patientlyOn(leader)
    const client = new pg.Client({ ...SUPERUSER, host: machine.address, database: 'parvis' })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text, values)).rows as Row[]
    } finally {
      client.end().catch(() => {})
    }
  }
  if (!(await until(async () => (await leader()) !== undefined, 60_000)))
    throw new Error('Patroni made no primary within a minute.')
  const psql = ['-h', first.address, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1']
  await first.command(
    'root',
    'env',
    `PGPASSWORD=${SUPERUSER.password}`,
    'psql',
    ...psql,
    '-f',
    join(DEPLOY, 'database.sql'),
  )
  // The disks of the trial are small.
  const small = ['--pg', 'wal_keep_size=256MB', '--pg', 'max_wal_size=256MB', '--pg', 'min_wal_size=80MB']
  await patronictl('edit-config', '--force', ...small, '-s', `synchronous_mode=${mode === 'synchronous'}`)
  for (const machine of machines.slice(1)) startPatroni(machine)

  const etcdAnswers = async ({ address }: Machine) => {
    const answer = await fetch(`http://${address}:2379/health`, { signal: AbortSignal.timeout(1_000) })
    return answer.ok
  }
  const etcdsAway = async () => {
    const answers = await Promise.all(machines.map(one => etcdAnswers(one).catch(() => false)))
    return machines.filter((_, at) => !answers[at]).map(({ name }) => name)
  }
  const whole = async () => {
    if ((await etcdsAway()).length > 0) return false
    const all = await members()
    const following = all.filter(({ role, state }) => /replica|standby/.test(role) && state === 'streaming')
    if (following.length !== 2 || !all.some(({ role }) => role === 'leader')) return false
    if (mode === 'asynchronous') return true
    const rows = await ask(`select from pg_stat_replication where sync_state in ('sync', 'quorum')`).catch(
      () => [],
    )
    return rows.length > 0
  }
  const hosts = machines.map(({ address }) => address).join(',')
  return {
    machines,
    databaseUrl: `postgres://parvis:${passwordOfParvis}@${hosts}/parvis?target_session_attrs=read-write`,
    leader: () => patientlyOn(leader),
    untilLeaderIsNot: (machine, patienceMs) =>
      until(async () => ![undefined, machine].includes(await leader()), patienceMs),
    async untilWhole(patienceMs) {
      if (!(await until(whole, patienceMs)))
        throw new Error(
          `The cluster is not whole: ${JSON.stringify(await members())}; etcd is away: ${await etcdsAway()}`,
        )
    },
    async restore(machine, off) {
      // Patroni does the rest.
      if (!off) return
      startEtcd(machine)
      startPatroni(machine)
    },
    startEtcd,
    noted,
    switchover: async from =>
      void (await patronictl('switchover', '--force', '--leader', from.name, 'parvis')),
    ask,
  }
}

const SUPERUSER = { user: 'postgres', password: passwordOf('postgres') }

/** What systemd does with EnvironmentFile. */
const withSettings = (file: string, program: string) => `set -a; . /etc/${file}; ${program}`
