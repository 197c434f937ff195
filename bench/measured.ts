import type { ConnectionConfig } from '../src/kernel/db/db.ts'

/** What a measured process is told first. */
export interface Setting {
  readonly connection: ConnectionConfig
  /** Where it may write files. */
  readonly dataDir: string
  /** For the floor: what to answer with, without looking at it. */
  readonly replayed: readonly Replayed[]
}

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}
export interface Replayed {
  readonly path: string
  readonly statements: readonly Statement[]
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: object | undefined
}

/** Which statements a request sends, in their order. */
export type Capture = (request: Request) => Promise<readonly Statement[]>

/**
 * The inside of a measured process: told the database, it says its port; asked, it says the CPU it has used, or what a
 * request asks the database; it ends with the bench, however the bench ends.
 */
export async function measuredProcess(
  start: (setting: Setting) => Promise<Started & { readonly capture?: Capture }>,
): Promise<void> {
  endWithTheBench()
  const setting = await new Promise<Setting>(resolve =>
    process.once('message', message => resolve(message as Setting)),
  )
  const { capture, ...started } = await start(setting)
  process.on('message', async message => {
    const { request } = message as { request?: Request }
    if (request) return process.send?.({ statements: (await capture?.(request)) ?? [] })
    const { user, system } = process.cpuUsage()
    process.send?.({ cpu: user + system })
  })
  process.send?.(started)
}

export interface Started {
  readonly port: number
  /** Of an administrator, where the side asks for one. */
  readonly token?: string
}

/** Ctrl-C reaches every process of the terminal's group: the bench decides, and hanging up is how it says so. */
export function endWithTheBench(): void {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  process.once('disconnect', () => process.exit(0))
}
