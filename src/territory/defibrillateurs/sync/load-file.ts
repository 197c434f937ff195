import type { Database } from '../../../kernel/db/database.ts'
import { awaitTurn } from '../../../kernel/db/turn.ts'
import { bytesOf } from '../../../kernel/files/text-file.ts'
import { Problem } from '../../../kernel/refusals/errors.ts'
import { Refusal } from '../../../kernel/refusals/refusal.ts'
import { type SyncExplanation, textOf } from '../explanations.ts'
import type { KnownLines } from '../register/raw-row.ts'
import { recordsIn } from '../register/read.ts'
import { whyNotRead } from '../register/remote.ts'
import { beginSync, endSync, insertSyncUnlessBusy, lockSyncs } from './runs.ts'
import { type SyncResult, sync } from './sync.ts'

interface Options {
  readonly force: boolean
  progress(rows: number): void
}

/**
 * Syncs with the register from a file instead of its address, after the sync that runs. Throws `run_in_progress` while another one is
 * queued.
 */
export const loadFile = (db: Database, file: string, { force, progress }: Options): Promise<SyncResult> =>
  db.longSession(async session => {
    await awaitTurn(() => lockSyncs(session), 'a sync of defibrillators')
    const run = await db.transaction(async tx => {
      const made = await insertSyncUnlessBusy(tx, { trigger: 'command', forced: force })
      return made && (await beginSync(tx, made.id))
    })
    if (!run) throw new Problem('run_in_progress')
    const log = { info: () => {} }
    try {
      const records = (known?: KnownLines) => recordsIn(bytesOf(file), { known })
      return await sync(session, run, { records, codes: null }, { db, log, progress })
    } catch (error) {
      const why = whyNotRead(error)
      const explanation: SyncExplanation = why ?? {
        code: error instanceof Refusal ? 'file_unreadable' : 'interrupted',
        params: {},
      }
      await endSync(db.pool, run, { status: 'failed', explanation }).catch(() => {})
      if (why !== undefined) throw new Refusal(`${file}: ${textOf(why, 'en')}`)
      throw error
    }
  })
