import type { ConnectionConfig } from '../src/kernel/db/db.ts'

/** The first message to a measured process. */
export interface Setting {
  readonly connection: ConnectionConfig
  /** A folder for its files. */
  readonly dataDir: string
  /** For the floor: the recorded answer to send. */
  readonly replayed: readonly Replayed[]
  /** For the floor: pages to send as they are. */
  readonly pages: readonly StoredPage[]
  /** For the floor: runs the statements of a page and packs it, each time. */
  readonly packs?: true
}

export interface StoredPage {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly base64: string
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

/** The statements of a request, in order. */
type Capture = (request: Request) => Promise<readonly Statement[]>

/**
 * The measured process: gets the database, reports its port; on request reports its CPU time or the statements of a
 * request; ends with the bench.
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
  /** An administrator's token, if the side needs one. */
  readonly token?: string
}

/** Ignores Ctrl-C, which reaches every process of the terminal: the bench disconnects to stop it. */
export function endWithTheBench(): void {
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  process.once('disconnect', () => process.exit(0))
}
