import type { Database } from '../../../kernel/db/database.ts'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import type { LongSession } from '../../../kernel/db/long-session.ts'
import type { Passed } from '../../../kernel/files/csv.ts'
import { recordBySystem } from '../../../kernel/records/audit.ts'
import type { Log } from '../../../kernel/telemetry/log.ts'
import { RightLost, reachInJob } from '../../../people/access/rights.ts'
import { isInside } from '../../../people/access/territory.ts'
import { type SyncExplanation, textOf } from '../explanations.ts'
import { readCommunesOfDevices } from '../register/commune-of-device.ts'
import type { KnownLines, RawRecord } from '../register/raw-row.ts'
import type { Validators } from '../register/remote.ts'
import { readLines } from './known-lines.ts'
import { apply, compare, type Figures, isTooMuch } from './merge.ts'
import { endSync, noteProgress, type Sync } from './runs.ts'
import { stageRows, type Taken } from './stage-rows.ts'

/** Syncs with the register: staged as it comes, then merged in one transaction, whole or not at all. */

export interface Source {
  records(known?: KnownLines): AsyncIterable<RawRecord | Passed>
  /** The codes that were asked for; null for everything. */
  readonly codes: readonly string[] | null
  readonly fingerprint?: string
  /** Known once the rows have been read. */
  validators?(): Validators | undefined
}

export type SyncResult = { readonly taken: Taken } & (
  | { readonly status: 'ok'; readonly figures: Figures & { readonly unchanged: number } }
  | { readonly status: 'held'; readonly explanation: SyncExplanation }
)

interface Surroundings {
  readonly db: Database
  readonly log: Pick<Log, 'info'>
  progress?(rows: number): void
}

/** Another worker has taken the sync over: only that one may end it. */
export class TakenOver extends Error {}

const PROGRESS_MS = 1_000
const ROWS_A_LINE = 50_000

export async function sync(
  session: LongSession,
  run: Sync,
  source: Source,
  surroundings: Surroundings,
): Promise<SyncResult> {
  const { log } = surroundings
  const about = { sync: run.id, ...(run.commune_id !== null && { commune: run.commune_id }) }
  log.info({ ...about, trigger: run.trigger }, 'sync of defibrillators begins')
  const places = await readCommunesOfDevices(session)
  // A forced sync reads every row again.
  const known =
    run.commune_id === null
      ? await readLines(session, { context: places.digest, all: run.forced })
      : undefined
  const taken = await stageRows(session, source.records(known), {
    places,
    known,
    keeps: await chosen(session, run.commune_id),
    mayBeEmpty: source.codes !== null,
    told: teller(run, surroundings, about),
  })
  if (!(await noteProgress(surroundings.db.pool, run, taken.rows))) throw new TakenOver()
  const outcome = await session.transaction(async (tx): Promise<SyncResult> => {
    const scope = { communeId: run.commune_id, codes: source.codes }
    const compared = await compare(tx, scope)
    if (isTooMuch(compared) && !run.forced)
      return { taken, status: 'held', explanation: { code: 'held', params: { ...compared } } }
    const figures = await apply(tx)
    const unchanged = taken.taken - figures.created - figures.updated - figures.returned
    const counts = { rows: taken.rows, taken: taken.taken, ...figures, unchanged, ...leftOut(taken) }
    if (figures.created + figures.updated + figures.returned + figures.withdrawn > 0)
      await recordBySystem(tx, 'defibrillateurs.synced', run.id, counts)
    await refuseRightLost(tx, run)
    // In the same transaction: the merged rows are there exactly when the sync is `ok`.
    const ended = await endSync(tx, run, {
      status: 'ok',
      rows: taken.rows,
      counts,
      ...(source.fingerprint !== undefined && { source: source.fingerprint }),
      validators: source.validators?.(),
    })
    if (!ended) throw new TakenOver()
    log.info({ ...about, counts }, 'sync of defibrillators done')
    return { taken, status: 'ok', figures: { ...figures, unchanged } }
  })
  if (outcome.status === 'held') {
    await endSync(surroundings.db.pool, run, {
      status: 'held',
      explanation: outcome.explanation,
      rows: taken.rows,
      counts: { rows: taken.rows, taken: taken.taken, ...leftOut(taken) },
    })
    log.info({ ...about, why: textOf(outcome.explanation, 'en') }, 'sync of defibrillators held')
  }
  return outcome
}

/** At the end, since a suspension waits for this lock: all that was merged is rolled back. */
async function refuseRightLost(tx: Tx, { requested_by, commune_id }: Sync): Promise<void> {
  if (requested_by === null) return
  const reach = await reachInJob(tx, requested_by, 'communes')
  if (!reach || !isInside(reach.territory, commune_id === null ? [] : [commune_id])) throw new RightLost()
}

/** Whether a row is staged: any, or for one commune those in it and those known there, which may have moved away. */
async function chosen(session: LongSession, communeId: string | null) {
  if (communeId === null) return () => true
  const rows = await session.all<{ gid: string }>(
    sql`select gid from defibrillateurs where commune_id = ${communeId}`,
  )
  const known = new Set(rows.map(({ gid }) => gid))
  return ({ gid }: { gid: string }, { commune_id }: { commune_id: string | null }) =>
    commune_id === communeId || known.has(gid)
}

/** Progress is written every second, outside of the transaction, so that it can be seen. */
function teller(run: Sync, { db, log, progress }: Surroundings, about: object) {
  let next = performance.now() + PROGRESS_MS
  let nextLine = ROWS_A_LINE
  return (rows: number): Promise<void> | undefined => {
    if (rows >= nextLine) {
      nextLine = rows + ROWS_A_LINE
      log.info({ ...about, rows }, 'sync of defibrillators goes on')
    }
    if (performance.now() < next) return undefined
    next = performance.now() + PROGRESS_MS
    progress?.(rows)
    return noteProgress(db.pool, run, rows).then(still => {
      if (!still) throw new TakenOver()
    })
  }
}

const leftOut = ({ repeated, refused }: Taken) => ({
  ...(repeated > 0 && { repeated }),
  ...(refused.size > 0 && {
    refused: Object.fromEntries([...refused].map(([why, { count }]) => [why, count])),
  }),
})
