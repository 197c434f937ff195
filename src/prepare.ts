import { isatty } from 'node:tty'
import { serveApiPage } from './api-page/page.ts'
import { hasCommunes } from './communes/registers/load.ts'
import { loadCommunes } from './communes-merged.ts'
import type { OpenDatabase } from './database.ts'
import type { Config } from './kernel/config.ts'
import { queuesOf } from './kernel/jobs/jobs.ts'
import type { Log } from './kernel/log.ts'
import { migrate } from './kernel/migrate.ts'
import { NO_SIGNING_SECRET, signingSecretsOf } from './payments/secrets.ts'
import { listenProblem } from './port.ts'
import { queues } from './queues.ts'
import { openService, type Service, type ServiceOptions } from './service.ts'
import { ensureFirstAdmin, passwordAt } from './sign-in/first-admin.ts'
import { library } from './sign-in/mount.ts'
import { anAdministrator } from './users/queries.ts'
import { welcome } from './welcome.ts'

/** From an open database to a service that answers, telling the operator how far it is. */
export async function prepare(
  config: Config,
  database: OpenDatabase,
  log: Log,
  say: (line: string) => void,
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
    if (config.process !== 'worker') await library()
    await service.listen().catch(error => {
      throw listenProblem(error, config)
    })
    // After the port: if opening it failed, a password would have been made that is never shown.
    const admin = await ensureFirstAdmin(service.db, config, isatty(2))
    const email = admin?.email ?? (await anAdministrator(service.db.pool))?.email
    const elsewhere = admin ? undefined : await passwordAt(service.db.pool)
    say(welcome(config, service.url(), database.place, { ...admin, email, elsewhere }))
    return service
  } catch (error) {
    await service.stop()
    throw error
  }
}
