import { setTimeout as sleep } from 'node:timers/promises'
import type { ManagedCluster } from './cluster.ts'
import type { Machine } from './machines.ts'

/** What happens to the primary, and how it ends. */
export interface Failure {
  readonly says: string
  /** Begins it. */
  begin(cluster: ManagedCluster, primary: Machine): Promise<void>
  /** How long it lasts at most; it ends once another machine is the primary. */
  readonly lastsMs?: number
  end(cluster: ManagedCluster, primary: Machine): Promise<void>
}

/** How long a failover is waited for: one after a silent primary takes `ttl`. */
export const FAILOVER_MS = 60_000

const POSTGRES = /^(\S*\/)?postgres(:| )/
const othersThan = ({ machines }: ManagedCluster, one: Machine) =>
  machines.filter(machine => machine !== one).map(({ address }) => address)

export const FAILURES: Readonly<Record<string, Failure>> = {
  crash: {
    says: 'PostgreSQL gets SIGKILL',
    // Patroni starts the same one again where no standby may be promoted yet.
    lastsMs: 15_000,
    begin: (_, primary) => primary.signal('SIGKILL', POSTGRES),
    end: (cluster, primary) => cluster.restore(primary),
  },
  switchover: {
    says: '`patronictl switchover`',
    begin: async (cluster, primary) => await cluster.switchover?.(primary),
    end: async () => {},
  },
  power: {
    says: 'the machine is switched off',
    begin: (_, primary) => primary.signal('SIGKILL'),
    end: (cluster, primary) => cluster.restore(primary, 'off'),
  },
  freeze: {
    says: 'the machine stands still (SIGSTOP), and goes on after the failover',
    begin: (_, primary) => primary.signal('SIGSTOP'),
    async end(cluster, primary) {
      await primary.signal('SIGCONT')
      await oldOneAlone(cluster, primary)
    },
  },
  cut: {
    says: 'the machine is cut off from everybody',
    begin: (_, primary) => primary.cut(),
    async end(cluster, primary) {
      await primary.rejoin()
      await oldOneAlone(cluster, primary)
    },
  },
  split: {
    says: 'the machine is cut off from the two others; Parvis reaches all three',
    begin: (cluster, primary) => primary.cut(othersThan(cluster, primary)),
    async end(cluster, primary) {
      await primary.rejoin()
      await oldOneAlone(cluster, primary)
    },
  },
  etcd: {
    says: 'all of etcd is away for 25 s',
    lastsMs: 25_000,
    begin: async ({ machines }) =>
      void (await Promise.all(machines.map(machine => machine.signal('SIGKILL', /(^|\/)etcd/)))),
    end: async ({ machines, startEtcd }) => machines.forEach(machine => void startEtcd?.(machine)),
  },
  disk: {
    says: 'the disk is full',
    begin: (_, primary) => primary.fill(),
    lastsMs: 20_000,
    end: async (_, primary) => primary.empty(),
  },
}

/** The old primary is back, and nobody has told it yet: Parvis has to leave it alone meanwhile. */
async function oldOneAlone(cluster: ManagedCluster, primary: Machine): Promise<void> {
  await sleep(5_000)
  await cluster.restore(primary)
}

/** A mix: those that take a few seconds come more often than those that take `ttl`. */
export const ORDER = [
  ...['crash', 'switchover', 'power', 'disk', 'crash', 'freeze', 'switchover', 'cut', 'crash', 'split'],
  ...['switchover', 'etcd'],
]

/** As the drawing names them. */
export const FAILURE_NAMES: ReadonlyMap<string, string> = new Map([
  ['crash', 'PostgreSQL gets SIGKILL'],
  ['switchover', 'switchover'],
  ['power', 'machine off'],
  ['freeze', 'machine stands still'],
  ['cut', 'cut off from everybody'],
  ['split', 'cut off from the others'],
  ['etcd', 'all of etcd away'],
  ['disk', 'disk full'],
])

/** The primary is gone or answers nobody: Patroni has to promote another one. */
export const isSilent = (name: string) => ['power', 'freeze', 'cut', 'split'].includes(name)
