import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * Three machines on this one: a network namespace each, joined by a bridge, with folders of their own where the packages
 * keep theirs. The trial runs in namespaces of its own (`inNamespaces`), so that all of it ends with the trial.
 */

const run = promisify(execFile)
export const sh = async (program: string, ...args: string[]) =>
  (await run(program, args, { maxBuffer: 1 << 24 })).stdout

/** Where the service and its clients are. */
const OWN_ADDRESS = '10.0.0.1'
const DISK_MB = 1_500
const MARK = 'PARVIS_TRIAL_INSIDE'

/**
 * Runs the trial again in namespaces of its own: when it ends, also by SIGKILL, Linux ends its processes and takes its
 * network and its mounts away. Undefined: this process is that one.
 */
export async function inNamespaces(options: readonly string[]): Promise<number | undefined> {
  if (process.env[MARK]) return undefined
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('This trial makes network namespaces: run it as root on Linux.')
  const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  // The shell is the first process of the namespace: it collects those whose parent was killed.
  const first = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath, join(import.meta.dirname, '../run.ts')]
  const args = ['--pdeathsig', 'KILL', 'unshare', ...own, ...first, 'patroni', ...options]
  const child = spawn('setpriv', args, { stdio: 'inherit', env: { ...process.env, [MARK]: '1' } })
  // `unshare` does not listen to other signals while it waits.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGKILL'))
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 130 : 1)))
  })
}

/** The network of the machines, and folders that are gone afterwards. */
export async function prepareHouse(): Promise<void> {
  for (const folder of ['/tmp', '/run']) await sh('mount', '-t', 'tmpfs', '-o', 'mode=1777', 'parvis', folder)
  await sh('ip', 'link', 'set', 'lo', 'up')
  await sh('ip', 'link', 'add', 'bridge', 'type', 'bridge')
  await sh('ip', 'address', 'add', `${OWN_ADDRESS}/24`, 'dev', 'bridge')
  await sh('ip', 'link', 'set', 'bridge', 'up')
}

/** The last lines of what the programs of the machines said: /tmp is gone after the trial. */
export const lastWords = () => sh('sh', '-c', 'tail -n 25 /tmp/*.log')
/** All that they said so far, into a folder that stays. */
export const keepLogs = (folder: string) => sh('sh', '-c', 'cp /tmp/*.log "$1"', 'sh', folder)

export interface Machine {
  readonly name: string
  readonly address: string
  /** The folder of its disk. */
  readonly folder: string
  /** Starts a program there that stays, as an account of Debian's packages. */
  start(account: string, program: string, ...args: string[]): void
  /** Runs a program there. */
  command(account: string, program: string, ...args: string[]): Promise<string>
  /** All processes, like a lost machine: `SIGKILL`, `SIGSTOP`, `SIGCONT`. */
  signal(signal: NodeJS.Signals, of?: RegExp): Promise<void>
  /** Drops what it sends to these addresses and gets from them; none: everything. */
  cut(addresses?: readonly string[]): Promise<void>
  rejoin(): Promise<void>
  /** Leaves no room on its disk, or gives it back. */
  fill(): Promise<void>
  empty(): void
}

/** Its folders lie on a disk of its own, over those of the packages. */
const OWN = `
  set -e
  mkdir -p "$1"; mount -t tmpfs -o size=${DISK_MB}m,mode=755 parvis "$1"
  cd "$1"; mkdir postgresql etcd run etc work
  chown postgres:postgres postgresql; chown etcd:etcd etcd
  mount -t overlay -o lowerdir=/etc,upperdir="$1/etc",workdir="$1/work" overlay /etc
  mount --bind postgresql /var/lib/postgresql; mount --bind etcd /var/lib/etcd; mount --bind run /run
  mkdir -m 2775 /run/postgresql; chown postgres:postgres /run/postgresql
  touch "$1/ready"
  exec sleep infinity`

export async function startMachine(name: string, address: string): Promise<Machine> {
  const folder = join('/tmp/machines', name)
  mkdirSync(folder, { recursive: true })
  chmodSync('/tmp/machines', 0o755)
  const port = `to-${name}`
  await sh('ip', 'netns', 'add', name)
  await sh('ip', 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  await sh('ip', 'link', 'set', port, 'master', 'bridge', 'up')
  await sh('ip', '-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0')
  for (const device of ['eth0', 'lo']) await sh('ip', '-n', name, 'link', 'set', device, 'up')

  // Keeps the mounts; it is no process of the machine.
  const keeper = spawn('ip', ['netns', 'exec', name, 'sh', '-c', OWN, 'sh', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const inside = (account: string, program: string, args: readonly string[]) =>
    [
      ['-t', `${keeper.pid}`, '--net', '--mount', '--root', '--wd=/', 'setpriv', `--reuid=${account}`],
      [`--regid=${account}`, '--init-groups', 'env', 'HOME=/var/lib/postgresql', program, ...args],
    ].flat()
  while (!(keeper.pid && existsSync(`/proc/${keeper.pid}/root${folder}/ready`))) {
    if (keeper.exitCode !== null) throw new Error(`${name} could not be made: ${keeper.exitCode}`)
    await sleep(20)
  }
  const pids = async (of?: RegExp) =>
    (await sh('ip', 'netns', 'pids', name))
      .split('\n')
      .map(Number)
      .filter(pid => pid > 0 && pid !== keeper.pid && (!of || of.test(commandOf(pid))))
  const filler = `/proc/${keeper.pid}/root${folder}/postgresql/filler`
  const children = new Set<ChildProcess>()
  return {
    name,
    address,
    folder,
    start(account, program, ...args) {
      const log = openSync(join('/tmp', `${name}-${program}.log`), 'a')
      children.add(spawn('nsenter', inside(account, program, args), { stdio: ['ignore', log, log] }))
    },
    command: (account, program, ...args) => sh('nsenter', ...inside(account, program, args)),
    async signal(signal, of) {
      if (signal === 'SIGCONT') {
        for (const pid of await pids(of)) send(pid, signal)
        return
      }
      // All stand still first, so that none starts another one meanwhile.
      for (const pid of await pids(of)) send(pid, 'SIGSTOP')
      if (signal === 'SIGSTOP') return
      for (let left = await pids(of); left.length > 0; left = await pids(of)) {
        for (const pid of left) send(pid, signal)
        await sleep(20)
      }
    },
    async cut(addresses) {
      const [from, to] = addresses
        ? [`ip saddr { ${addresses} }`, `ip daddr { ${addresses} }`]
        : ['iif eth0', 'oif eth0']
      const rules = `
        chain in { type filter hook input priority 0; ${from} drop; }
        chain out { type filter hook output priority 0; ${to} drop; }\n`
      await sh('ip', 'netns', 'exec', name, 'nft', `table inet cut { ${rules} }`)
    },
    rejoin: async () => void (await sh('ip', 'netns', 'exec', name, 'nft', 'delete table inet cut')),
    async fill() {
      writeFileSync(filler, '')
      await sh('dd', 'if=/dev/zero', `of=${filler}`, 'bs=1M', 'status=none').catch(() => {})
    },
    empty: () => rmSync(filler, { force: true }),
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {}
}
