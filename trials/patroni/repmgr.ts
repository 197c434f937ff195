import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addressesOf, type ManagedCluster, passwordOfParvis, patientlyOn, until } from './cluster.ts'
import { type Machine, startMachine } from './machines.ts'

/** repmgr on three machines, set up by deploy/repmgr. What it leaves to a person is done here: `node rejoin`. */

const DEPLOY = join(import.meta.dirname, '../../deploy/repmgr')
const CONFIG = '/etc/repmgr.conf'
const BIN = '/usr/lib/postgresql/17/bin'
const DATA = '/var/lib/postgresql/17/parvis'
const REPMGRD = /(^|\/)repmgrd/
const password = /^password=(\S+)/m.exec(readFileSync(join(DEPLOY, 'set-up'), 'utf8'))?.[1] ?? ''
/** Without `freeze`: repmgr does not replace a primary that stands still. */
export const REPMGR_ORDER = ['crash', 'power', 'split', 'cut']

export async function startRepmgrCluster(): Promise<ManagedCluster> {
  const machines: Machine[] = []
  for (const [name, address] of addressesOf) machines.push(await startMachine(name, address))
  const [first] = machines as [Machine, Machine, Machine]
  const watch = (machine: Machine) =>
    machine.start(
      'postgres',
      'env',
      `PATH=${BIN}:${process.env.PATH}`,
      'repmgrd',
      '-f',
      CONFIG,
      '--daemonize=false',
      '--no-pid-file',
    )
  for (const [at, machine] of machines.entries()) {
    const from = machine === first ? [] : [first.address]
    await machine.command('root', join(DEPLOY, 'set-up'), `${at + 1}`, machine.address, ...from)
  }
  const settings = `max_wal_size = '256MB'\nmin_wal_size = '80MB'\nwal_keep_size = '256MB'\n`
  for (const machine of machines) {
    // The disks of the trial are small.
    await machine.command('postgres', 'sh', '-c', `printf "${settings}" >> ${DATA}/postgresql.conf`)
    await machine.command('postgres', `${BIN}/pg_ctl`, '-D', DATA, 'reload')
  }
  machines.forEach(watch)

  /** The server on the latest timeline that takes writes: an old primary that was not stopped takes them too. */
  const leader = async () => {
    const asked = machines.map(async machine => {
      const [row] = await askOf<{ timeline: string; standby: boolean }>(
        machine,
        `select pg_is_in_recovery() as standby,
                case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
      )
      return row && !row.standby ? [{ machine, timeline: Number.parseInt(row.timeline, 16) }] : []
    })
    const found = (await Promise.allSettled(asked)).flatMap(one =>
      one.status === 'fulfilled' ? one.value : [],
    )
    return found.toSorted((one, other) => other.timeline - one.timeline)[0]?.machine
  }
  const ask = async <Row>(text: string, values: unknown[] = []) =>
    await askOf<Row>(await patientlyOn(leader), text, values, 'parvis')
  const whole = async () => {
    const rows = await ask(`select from pg_stat_replication where state = 'streaming'`).catch(() => [])
    return rows.length === 2
  }
  return {
    machines,
    databaseUrl: `postgres://parvis:${passwordOfParvis}@${machines.map(({ address }) => address)}/parvis`,
    leader: () => patientlyOn(leader),
    untilLeaderIsNot: (machine, patienceMs) =>
      until(async () => ![undefined, machine].includes(await leader()), patienceMs),
    async untilWhole(patienceMs) {
      if (!(await until(whole, patienceMs))) throw new Error('Two standbys do not follow.')
    },
    async restore(machine) {
      const now = await patientlyOn(leader)
      if (now === machine) return
      await machine.signal('SIGKILL', REPMGRD)
      const stop = `${BIN}/pg_ctl -D ${DATA} -m immediate -w stop || true`
      await machine.command('postgres', 'sh', '-c', stop)
      const server = `host=${now.address} user=repmgr dbname=repmgr connect_timeout=2`
      const rejoin = ['repmgr', '-f', CONFIG, 'node', 'rejoin', '-d', server, '--force-rewind']
      const env = ['env', `PATH=${BIN}:${process.env.PATH}`]
      // The new primary is registered a few seconds after its promotion.
      for (let tries = 1; ; tries++) {
        try {
          await machine.command('postgres', ...(env as ['env', string]), ...rejoin)
          break
        } catch (error) {
          if (tries === 15) throw error
          await sleep(2_000)
        }
      }
      watch(machine)
    },
    ask,
  }
}

async function askOf<Row>(machine: Machine, text: string, values: unknown[] = [], database = 'repmgr') {
  const who = { user: 'repmgr', password, host: machine.address, database }
  const client = new pg.Client({ ...who, connectionTimeoutMillis: 1_000, query_timeout: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text, values)).rows as Row[]
  } finally {
    client.end().catch(() => {})
  }
}
