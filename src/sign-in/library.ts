import { describeError, type Log } from '../kernel/log.ts'

/** What the library does unasked: it logs, and reads the environment. */

/** The library's sentences may quote addresses: what stands before the first colon or quote does not. */
export function noted(log: Log, level: string, message: unknown, rest: readonly unknown[]): void {
  const about = String(message)
    .split(/[:"'`]/, 1)[0]
    ?.slice(0, 80)
  const error = rest.find(one => one instanceof Error)
  if (error) {
    const { message: _, ...described } = describeError(error) as { message?: string }
    log.warn({ about, error: described }, 'issuer')
  } else log.debug({ level, about }, 'issuer')
}

/** The library reads variables of its own, which could add origins, secrets or telemetry past our configuration. */
export function forgetForeignVariables(): void {
  for (const name of Object.keys(process.env))
    if (/^(BETTER_)?AUTH_(SECRETS?|URL|TRUSTED_ORIGINS|TELEMETRY.*)$/.test(name)) delete process.env[name]
}
