import { outageOf, throttledWarn } from '../../kernel/db/outage.ts'
import { describeError, type Log } from '../../kernel/telemetry/log.ts'
import { FirstWrite } from './exchange.ts'

/** Controls side effects of the library: logging, and reading the environment. */

/** The library's messages may quote e-mail addresses: only the part before the first colon or quote is logged. */
export function libraryLog(log: Log) {
  const tell = throttledWarn(log)
  return (level: string, message: unknown, ...rest: readonly unknown[]): void => {
    const about = /^[^:"'`]{0,80}/.exec(String(message))?.[0]
    const error = rest.find(one => one instanceof Error)
    // A passkey that is refused: anybody can send one.
    const isRefusal = about?.startsWith('Failed to verify')
    if (!error || error instanceof FirstWrite || isRefusal) {
      log.debug({ level, about }, 'issuer')
      return
    }
    const { message: _, ...described } = describeError(error) as { message?: string }
    const outage = outageOf(error)
    tell(outage?.code ?? error.name, { about, ...(outage ?? { error: described }) }, 'issuer')
  }
}

/** Removes environment variables that would make the library add origins, secrets or telemetry. */
export function forgetForeignVariables(): void {
  for (const name of Object.keys(process.env))
    if (/^(BETTER_)?AUTH_(SECRETS?|URL|TRUSTED_ORIGINS|TELEMETRY.*)$/.test(name)) delete process.env[name]
}
