import { isatty } from 'node:tty'
import { loadCommunes } from './communes-merged.ts'
import { NO_SIGNING_SECRET, signingSecretsOf } from './exchange/payments/secrets.ts'
import type { OpenDatabase } from './foundation/database.ts'
import { queues } from './foundation/queues.ts'
import type { Database } from './kernel/db/database.ts'
import { queuesOf } from './kernel/jobs/jobs.ts'
import { migrate } from './kernel/migrations/migrate.ts'
import { waitForMigrations } from './kernel/migrations/wait-for-migrations.ts'
import type { Config } from './kernel/settings/config.ts'
import { misspeltInWords } from './kernel/settings/misspelt.ts'
import type { Log } from './kernel/telemetry/log.ts'
import { serveApiPage } from './operation/api-page/page.ts'
import { listenProblem } from './operation/port-check.ts'
import { welcome } from './operation/welcome.ts'
import { anAdministrator } from './people/users/queries.ts'
import { openService, type Service, type ServiceOptions } from './service.ts'
import { ensureFirstAdmin, passwordAt } from './sign-in/first-admin.ts'
import { loadLibrary } from './sign-in/mount.ts'
import { hasCommunes } from './territory/communes/registers/load.ts'
import { hasEpcis, loadEpcis } from './territory/communes/registers/load-epcis.ts'
import { awaitRegisterTurn } from './territory/communes/registers/turn.ts'

/** Migrates the database, or waits for its migration. Returns false when the operator stopped the wait. */
export async function migrateOrWait(
  config: Config,
  { connection }: OpenDatabase,
  say: (line: string) => void,
  stopped: AbortSignal,
): Promise<boolean> {
  const table = queuesOf(queues)
  if (config.migrate === 'apart') return await waitForMigrations(connection, table, say, stopped)
  const applied = await migrate(connection, table)
  if (applied.length > 0) say(`Database brought up to date (${applied.length} migrations).`)
  return true
}

/** Starts the service on an open, migrated database, and reports its progress to the operator. */
export async function startService(
  config: Config,
  database: OpenDatabase,
  log: Log,
  say: (line: string) => void,
  backoffice: ServiceOptions['backoffice'],
): Promise<Service> {
  const signingSecrets = signingSecretsOf(config)
  if (signingSecrets.length === 0 && config.process !== 'worker') log.warn(NO_SIGNING_SECRET)
  const payment = { ...config.payment, signingSecrets }
  let isStarted = false
  const service = await openService({
    config: { ...config, payment },
    log,
    ...database,
    backoffice,
    apiPage: serveApiPage,
    isStarted: () => isStarted,
    connection: await database.service(),
  })
  try {
    await ensureCommunes(service.db, say)
    if (config.process !== 'worker') await loadLibrary()
    await service.listen().catch(error => {
      throw listenProblem(error, config)
    })
    // After opening the port: otherwise a failure would leave a password that was never shown.
    const admin = await ensureFirstAdmin(service.db, config, isatty(2))
    const email = admin?.email ?? (await anAdministrator(service.db.pool))?.email
    const elsewhere = admin ? undefined : await passwordAt(service.db.pool)
    // A program that waits for /readyz finds the password where the start says it is.
    isStarted = true
    for (const one of config.misspelt) say(misspeltInWords(one))
    say(welcome(config, service.url(), database.place, { ...admin, email, elsewhere }))
    return service
  } catch (error) {
    await service.stop()
    throw error
  }
}

/** 35 000 communes are updated in seconds, on a busy machine longer. */
const EPCIS_MS = 120_000

/** If several nodes start on an empty database, one loads the communes and the others wait for it. */
async function ensureCommunes(db: Database, say: (line: string) => void): Promise<void> {
  if (!(await hasCommunes(db.pool))) {
    say('Loading the communes of France…')
    const created = await db.transaction(async tx => {
      await awaitRegisterTurn(tx)
      return (await hasCommunes(tx)) ? 0 : (await loadCommunes(tx)).created
    })
    if (created > 0) say(`${created} communes loaded.`)
  }
  // A database from before communes had their intercommunality.
  if (!(await hasEpcis(db.pool)))
    await db.transaction(async tx => {
      await awaitRegisterTurn(tx)
      if (!(await hasEpcis(tx))) await loadEpcis(await tx.withTimeout(EPCIS_MS))
    })
}
