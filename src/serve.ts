import { usingDatabase } from './foundation/database.ts'
import type { Config } from './kernel/settings/config.ts'
import { createLog, type Log } from './kernel/telemetry/log.ts'
import { mediaAddress } from './media/shown.ts'
import { builtBackoffice } from './operation/backoffice/build.ts'
import { developBackoffice } from './operation/backoffice/dev.ts'
import { settingsOf } from './operation/backoffice/page.ts'
import { serveBackoffice } from './operation/backoffice/serve.ts'
import { refuseTakenPort } from './operation/port-check.ts'
import type { ServiceOptions } from './service.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Starts the service, waits for a stop signal, stops it and returns the exit code. `sources`: serves the back-office from its
 * sources instead of building it.
 */
export async function serve(config: Config, { sources = false } = {}): Promise<number> {
  const stopped = stopSignal()
  const log = createLog(config.logLevel)
  await refuseTakenPort(config)
  const backoffice = sources ? developBackoffice : buildBackoffice(config, log)
  return await usingDatabase(config, { as: 'service', say, log }, async database => {
    // Loaded late, so that a refused start does not wait for two thousand files.
    const { migrateOrWait, startService } = await import('./start-service.ts')
    if (!(await migrateOrWait(config, database, say, stopped.signal))) return 0
    const service = await startService(config, database, log, say, backoffice)
    await stopped.asked
    say('Stopping: requests and jobs in progress are finished first.')
    await service.stop()
    return 0
  })
}

/** Builds in a child process while the database opens, so that the API is not delayed. */
function buildBackoffice(config: Config, log: Log): ServiceOptions['backoffice'] {
  if (config.backoffice === 'off' || config.process === 'worker') return undefined
  const building = builtBackoffice()
  building.catch(() => {})
  return server => serveBackoffice(server, building, log, settingsOf(config), mediaAddress(config))
}

const SAME_KEY_PRESS_MS = 300

/** A Ctrl-C arrives twice (from the terminal and through npm): only a later second signal means "stop at once". */
function stopSignal(): { asked: Promise<void>; signal: AbortSignal } {
  let firstAt: number | undefined
  const aborting = new AbortController()
  const asked = new Promise<void>(resolve => {
    const hear = () => {
      firstAt ??= performance.now()
      if (performance.now() - firstAt > SAME_KEY_PRESS_MS) process.exit(130)
      aborting.abort()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear)
    // If the launcher was killed, no signal would reach this process.
    if (process.channel) {
      process.once('disconnect', hear)
      process.channel.unref()
    }
  })
  return { asked, signal: aborting.signal }
}
