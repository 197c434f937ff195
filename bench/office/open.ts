import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionConfig } from '../../src/kernel/db/db.ts'
import { openPublications } from '../publications/open.ts'
import type { Size } from '../publications/options.ts'
import { fillOffice } from './fill.ts'

/** The database of publications with all other data: filled at first use, then reused. */
export async function openOffice(
  size: Size,
  stop: AbortSignal,
  say: (line: string) => void,
): Promise<AsyncDisposable & { readonly connection: ConnectionConfig }> {
  await using opened = new AsyncDisposableStack()
  const { connection } = opened.use(await openPublications(size, stop, say))
  const note = join(size.dataDir, 'office.json')
  if (existsSync(note) && readFileSync(note, 'utf8') === 'begun')
    throw new Error(`${size.dataDir} holds half a load: remove it, or give another with --data.`)
  if (!existsSync(note)) {
    writeFileSync(note, 'begun')
    await fillOffice(connection, say)
    writeFileSync(note, 'filled')
  }
  const kept = opened.move()
  return { connection, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
