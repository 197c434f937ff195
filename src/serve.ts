import { once } from 'node:events'
import { createServer } from 'node:net'
import { isatty } from 'node:tty'
import { serveApiPage } from './api-page/page.ts'
import { builtBackoffice } from './backoffice/build.ts'
import { developBackoffice } from './backoffice/dev.ts'
import { serveBackoffice } from './backoffice/serve.ts'
import { hasCommunes } from './communes/registers/load.ts'
import { loadCommunes } from './communes-merged.ts'
import { type OpenDatabase, usingDatabase } from './database.ts'
import type { Config } from './kernel/config.ts'
import { addressesOf, isMissing } from './kernel/http/listening.ts'
import { queuesOf } from './kernel/jobs/jobs.ts'
import { createLog, type Log } from './kernel/log.ts'
import { migrate } from './kernel/migrate.ts'
import { Refusal } from './kernel/refusal.ts'
import { NO_SIGNING_SECRET, signingSecretsOf } from './payments/secrets.ts'
import { queues } from './queues.ts'
import { openService, type Service, type ServiceOptions } from './service.ts'
import { ensureFirstAdmin, type FirstAdmin, passwordAt } from './sign-in/first-admin.ts'
import { anAdministrator } from './users/queries.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Starts the service, waits for the signal to stop, and stops it: answers the exit code. `sources`: the back-office is not
 * built, its sources are served as they are saved.
 */
export async function serve(config: Config, { sources = false } = {}): Promise<number> {
  const stopped = stopSignal()
  const log = createLog(config.logLevel)
  await refuseTaken(config)
  const backoffice = sources ? developBackoffice : backofficeOf(config, log)
  return await usingDatabase(config, { as: 'service', say }, async database => {
    const service = await prepare(config, database, log, backoffice)
    await stopped.asked
    say('Stopping: requests and jobs in progress are finished first.')
    await service.stop()
    return 0
  })
}

/** Built in a process of its own while the database opens: the API is there as early as without it. */
function backofficeOf(config: Config, log: Log): ServiceOptions['backoffice'] {
  if (config.backoffice === 'off' || config.process === 'worker') return undefined
  const building = builtBackoffice()
  building.catch(() => {})
  return server => serveBackoffice(server, building, log, config.mapTiles)
}

async function prepare(
  config: Config,
  database: OpenDatabase,
  log: Log,
  backoffice: ServiceOptions['backoffice'],
): Promise<Service> {
  const applied = await migrate(database.connection, queuesOf(queues))
  if (applied.length > 0) say(`Database brought up to date (${applied.length} migrations).`)
  const signingSecrets = signingSecretsOf(config)
  if (signingSecrets.length === 0 && config.process !== 'worker') log.warn(NO_SIGNING_SECRET)
  const payment = { ...config.payment, signingSecrets }
  const service = await openService({
    config: { ...config, payment },
    log,
    ...database,
    backoffice,
    apiPage: serveApiPage,
    connection: await database.service(),
  })
  try {
    if (!(await hasCommunes(service.db.pool))) {
      say('Loading the communes of France…')
      const { created } = await service.db.transaction(loadCommunes)
      say(`${created} communes loaded.`)
    }
    await service.listen().catch(error => {
      throw listenProblem(error, config)
    })
    // After the port: if opening it failed, a password would have been made that is never shown.
    const admin = await ensureFirstAdmin(service.db, config, isatty(2))
    const email = admin?.email ?? (await anAdministrator(service.db.pool))?.email
    const elsewhere = admin ? undefined : await passwordAt(service.db.pool)
    welcome(config, service.url(), database.place, { ...admin, email, elsewhere })
    return service
  } catch (error) {
    await service.stop()
    throw error
  }
}

/** Checks the port before a database is created and filled in vain; opening it later may still fail. */
async function refuseTaken(config: Config): Promise<void> {
  for (const [at, address] of addressesOf(config.host).entries()) {
    const probe = createServer()
    try {
      probe.listen(config.port, address)
      await once(probe, 'listening')
    } catch (error) {
      if (at === 0 || !isMissing(error)) throw listenProblem(error, config)
    } finally {
      probe.close()
    }
  }
}

function listenProblem(error: unknown, { host, port }: Config): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Refusal(`PORT ${port} is taken on ${host}: stop what uses it, or set another PORT.`)
    case 'EACCES':
      return new Refusal(`PORT ${port} needs rights this account does not have: set a PORT above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Refusal(`HOST ${host} is not an address of this machine.`)
    default:
      return error
  }
}

/** The lines that a newcomer needs. */
function welcome(config: Config, url: string, place: string, admin: Named): void {
  const email = admin.email ?? 'nobody: parvis user create --email E --role admin'
  const works = config.process === 'worker'
  const lines = [
    ...(config.backoffice === 'on' && !works ? [`Open       ${config.publicUrl ?? url}/`] : []),
    works ? `Worker     ${url}/readyz` : `API        ${config.publicUrl ?? url}/docs`,
    // The process that created the administrator must show the password, a worker too.
    ...(works && !admin.password ? [] : [`Sign in    ${email}${passwordOf(admin)}`]),
    ...(works || !admin.elsewhere ? [] : [`           lost? ${ANOTHER}`]),
    `Token      ${sameSettings(url)}npm run -s parvis -- token --email ${email}`,
    `Data       ${place}`,
    'Stop       Ctrl-C',
  ]
  say(`\n${lines.map(line => `  ${line}`).join('\n')}\n`)
}

/** An administrator, with the password when it was just created. */
interface Named {
  readonly email: string | undefined
  readonly password?: FirstAdmin['password']
  /** Where another node, or an earlier start, wrote the password, until it has been used. */
  readonly elsewhere: string | undefined
}

const ANOTHER = 'npm run -s parvis -- user create --email E --password - --role admin'

function passwordOf({ password, elsewhere }: Named): string {
  if (elsewhere) return `  password in ${elsewhere}`
  if (!password) return ''
  return 'shown' in password
    ? `  password ${password.shown} (shown only now)`
    : `  password in ${password.file}`
}

/** The settings of this start, for commands: with others they would use other data, or another issuer. */
const sameSettings = (url: string) =>
  Object.entries({ ...process.env, ...(process.env.PORT && { PORT: new URL(url).port }) })
    .flatMap(([name, value]) =>
      value && /^(DATA_DIR|HOST|PORT|PUBLIC_URL)$/.test(name) ? `${name}=${shellWord(value)} ` : [],
    )
    .join('')

const shellWord = (text: string) =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

const SAME_KEY_PRESS_MS = 300

/** Ctrl-C arrives from the terminal and again through npm: only a later second signal means "stop at once". */
function stopSignal(): { asked: Promise<void> } {
  let firstAt: number | undefined
  const asked = new Promise<void>(resolve => {
    const hear = () => {
      firstAt ??= performance.now()
      if (performance.now() - firstAt > SAME_KEY_PRESS_MS) process.exit(130)
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear)
    // The launcher was killed: no signal would reach this process any more.
    if (process.channel) {
      process.once('disconnect', hear)
      process.channel.unref()
    }
  })
  return { asked }
}
