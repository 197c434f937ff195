/** The location of the cluster, and the account that PostgreSQL runs as. */

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '../files/folder.ts'
import { Refusal } from '../refusals/refusal.ts'
import { setAsideOrphan } from './orphan.ts'
import { env, hash, messageOf, read, token } from './tools.ts'

/** The account for PostgreSQL's programs; empty: the account of this process. */
type Account = { uid?: number; gid?: number }

export interface ClusterPlace {
  readonly dataDir: string
  /** The folder of the cluster: `dataDir/postgres`, unless the account cannot reach it. */
  readonly cluster: string
  readonly account: Account
  readonly password: string
  readonly durable: boolean
  readonly say: (line: string) => void
}

export function locateCluster(asked: string, durable: boolean, say: (line: string) => void): ClusterPlace {
  const dataDir = usableFolder(asked)
  const location = join(dataDir, 'postgres.location')
  const recorded = read(location)?.trim()
  if (recorded && !fs.existsSync(recorded)) {
    throw new Refusal(
      `The database of ${dataDir} lay in ${recorded}, which is gone: bring it back, or remove ${location} to begin anew.`,
    )
  }
  let cluster = recorded ?? join(dataDir, 'postgres')
  let account: Account = {}
  const owner = fs.statSync(cluster, { throwIfNoEntry: false })
  if (process.getuid?.() === 0) {
    // PostgreSQL refuses to run as root. Existing data keep the account that owns them.
    account = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivileged()
    if (!recorded && !letIn(dataDir, account) && !owner)
      cluster = join('/var/lib/parvis', hash(dataDir), 'postgres')
    setAsideOrphan(dataDir, cluster, say)
  } else if (owner && owner.uid !== process.getuid?.()) {
    throw new Refusal(
      `${cluster} belongs to another account (uid ${owner.uid}): run Parvis as that account, or as root.`,
    )
  }
  return { dataDir, cluster, account, password: passwordOf(dataDir, cluster), durable, say }
}

function usableFolder(asked: string): string {
  try {
    // Parent folders get the usual permissions, since other programs may use them.
    makeFolder(dirname(asked))
    makeFolder(asked, 0o700)
    fs.accessSync(asked, fs.constants.W_OK | fs.constants.X_OK)
    return fs.realpathSync(asked)
  } catch (error) {
    throw new Refusal(`DATA_DIR cannot be used: ${messageOf(error)}.`)
  }
}

function unprivileged(): Account {
  const accounts = new Map<string, Account>()
  for (const line of (read('/etc/passwd') ?? '').split('\n')) {
    const [name = '', , uid, gid] = line.split(':')
    if (Number(uid)) accounts.set(name, { uid: Number(uid), gid: Number(gid) })
  }
  // PostgreSQL needs an account with a name, so an unused uid does not work. `nobody` comes last: other programs use it too.
  const found = ['parvis', 'postgres', '_postgres', 'nobody'].map(name => accounts.get(name)).find(Boolean)
  if (found) return found
  throw new Refusal(
    'PostgreSQL does not run as root, and there is no account parvis, postgres or nobody: create one.',
  )
}

/** Whether the account can enter the folder. Opens a root-only folder to the account's group (0710). */
function letIn(folder: string, account: Account): boolean {
  if (passes(account, folder)) return true
  const { uid, mode } = fs.statSync(folder)
  if (uid === 0 && !(mode & 0o077) && passes(account, dirname(folder))) {
    fs.chownSync(folder, 0, (account.gid ?? 0) >>> 0)
    fs.chmodSync(folder, 0o710)
  }
  // Checked again in any case: another process may have opened it in between.
  return passes(account, folder)
}

export const passes = (account: Account, folder: string) =>
  runAsAccount(account, 'cd -- "$1"', folder).status === 0

/** Runs a shell command as the account, the only reliable test of its permissions. */
export const runAsAccount = (account: Account, script: string, ...args: string[]) =>
  spawnSync('/bin/sh', ['-c', script, 'sh', ...args], { cwd: '/', env, encoding: 'utf8', ...account })

function passwordOf(dataDir: string, cluster: string): string {
  const file = join(dataDir, 'postgres.password')
  const kept = read(file)?.trim()
  if (kept) return kept
  if (fs.existsSync(join(cluster, 'PG_VERSION'))) {
    const outside = dirname(cluster) === dataDir ? '' : ` (${dirname(cluster)} is set aside then)`
    throw new Refusal(
      `The database's password is missing: bring back ${file}, made together with ${cluster}; or remove ${dataDir} ` +
        `to begin again${outside}.`,
    )
  }
  const mine = `${file}.${token()}`
  fs.writeFileSync(mine, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    fs.linkSync(mine, file)
  } catch {
    // Another process may have written the file at the same moment. An empty file is left over from a full disk.
    if (!read(file)?.trim()) fs.copyFileSync(mine, file)
  }
  fs.rmSync(mine)
  return read(file)?.trim() ?? ''
}

/** Creates the parent folder of a cluster outside of DATA_DIR. */
export function makeSurroundings({ cluster, dataDir }: ClusterPlace): void {
  const folder = dirname(cluster)
  if (folder === dataDir) return
  fs.mkdirSync(folder, { recursive: true })
  // Independent of the umask: the account may enter both folders, and owns only what is inside.
  for (const each of [dirname(folder), folder]) fs.chmodSync(each, 0o755)
}

export function give(path: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) fs.chownSync(path, uid >>> 0, gid >>> 0)
}
