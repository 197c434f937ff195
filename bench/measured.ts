import type { Connection } from '../src/kernel/db/db.ts'

/**
 * The inside of a measured process: told the database, it says its port; asked, it says the CPU it has used; it ends
 * with the bench, however the bench ends.
 */
export async function measuredProcess(start: (connection: Connection) => Promise<Started>): Promise<void> {
  endWithTheBench()
  const connection = await new Promise<Connection>(resolve =>
    process.once('message', message => resolve(message as Connection)),
  )
  const started = await start(connection)
  process.on('message', () => {
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
