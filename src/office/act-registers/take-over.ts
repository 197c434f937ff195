import type { WhyStopped } from '../../../shared/words/actes.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { sql } from '../../kernel/db/db.ts'
import { FetchRefused } from '../../kernel/fetch/fetch.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { localDay } from '../../kernel/values/local-time.ts'
import { publishesAtOnce } from '../../people/access/permissions.ts'
import { callerById, RightLost } from '../../people/access/rights.ts'
import { knownActes } from '../../publishing/actes/commune-file.ts'
import { keyOf } from '../../publishing/actes/numbers.ts'
import { readRegisterApart } from '../../publishing/actes/register-apart.ts'
import type { RegisterRow } from '../../publishing/actes/register-reading.ts'
import { standingIn } from '../../publishing/publications/standing.ts'
import { fuseauOf } from '../../territory/communes/collectes/zones.ts'
import { freshRows, withPdfs } from '../commune-file/acts-register.ts'
import { ImportBusy, importCommune, refuseWhileBusy } from '../commune-file/import.ts'
import type { Resource } from '../commune-file/shapes.ts'
import type { CommuneSource } from '../commune-file/source.ts'
import { type LeftLine, putOff, saveStep, stopRegister, type Taken, takeRegister } from './queries.ts'
import { townOf } from './town.ts'

/** The job that takes over registers, some acts at a time, so that a long one does not hold up the others. */

const WORKS_MS = 45_000
/** A step: so many acts, or what was fetched by then. */
const MOST_ACTS = 20
const FETCHES_MS = 60_000
const MOST_FAILURES = 6

export async function continueRegisters(
  _data: unknown,
  context: JobContext,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now()
  while (performance.now() - began < WORKS_MS && !signal.aborted) {
    const register = await takeRegister(context.db.pool)
    if (!register) return
    await attempt(register, context, signal)
  }
}

async function attempt(register: Taken, context: JobContext, signal: AbortSignal): Promise<void> {
  const { db, log } = context
  const stop = async (why: WhyStopped) => {
    await stopRegister(db.pool, register, why)
    log.warn({ register: register.id, why }, 'taking over a register of acts was stopped')
  }
  if (register.failures > MOST_FAILURES) return await stop('broken')
  try {
    await step(register, context, signal)
  } catch (error) {
    if (error instanceof RightLost) return await stop('right_lost')
    if (error instanceof ImportBusy || isStopped(error, signal)) return void (await putOff(db.pool, register))
    if (isWithoutRoom(error)) return await stop('room')
    // The job logs it. It is taken again once its lease is over, at most so often.
    throw error
  }
}

/** A service that stops closes its door before it stops its jobs. */
const isStopped = (error: unknown, signal: AbortSignal) =>
  signal.aborted || (error instanceof FetchRefused && error.code === 'aborted')

const isWithoutRoom = (error: unknown) => {
  const cause = error instanceof Refusal ? error.cause : error
  return cause instanceof Problem && (cause.code === 'storage_full' || cause.code === 'storage_low')
}

async function step(register: Taken, context: JobContext, signal: AbortSignal): Promise<void> {
  const { db, config, door } = context
  const now = new Date()
  // Sooner than the import itself: the other site is not asked for files in vain, each half minute.
  await refuseWhileBusy(db.pool)
  const where = await townOf(db.pool, register.acteur_id, register.commune_id)
  if (!where) throw new RightLost()
  const today = localDay(now, fuseauOf(where.commune))
  const read = await readRegisterApart(register.text, today, register.nature)
  const { fresh } = await freshRows(db.pool, where, read ?? { rows: [], wrong: [] })
  const before = new Set(register.left)
  const rows = fresh.filter(({ line }) => !before.has(line))
  const bringing = { db, config, door, now, signal, name: `register ${register.id}` }
  await withPdfs(
    bringing,
    where,
    rows,
    async ({ source, rows: some, left }) => {
      const leftLines: LeftLine[] = left.map(({ row, why }) => leftLine(row, why))
      await bringAll(register, context, source, now)
      const here = await knownActes(db.pool, where.commune.id)
      const missing = some.filter(row => !here.has(keyOf(row)))
      leftLines.push(...missing.map(row => leftLine(row, 'refuse')))
      const taken = some.length - missing.length
      const ended = taken + leftLines.length >= rows.length
      await saveStep(db.pool, register, { away: fresh.length - taken, left: leftLines, ended })
    },
    { most: MOST_ACTS, ms: FETCHES_MS },
  )
}

const leftLine = ({ line, numero }: RegisterRow, why: LeftLine['why']): LeftLine => ({ line, numero, why })

/** In one transaction; where a document of it cannot be kept, those of the others one by one. */
async function bringAll(
  register: Taken,
  context: JobContext,
  source: CommuneSource,
  now: Date,
): Promise<void> {
  const { db, config, secrets } = context
  const by = {
    userId: register.user_id ?? undefined,
    source: undefined,
    requestId: register.id,
    ipHash: undefined,
  }
  const importing = { db, config, secrets, trial: false, now, by, admit: (tx: Tx) => admit(tx, register) }
  try {
    await importCommune(source, importing)
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof ImportBusy || isWithoutRoom(error)) throw error
    for (const one of await singly(source))
      await importCommune(one, importing).catch(error => {
        if (!(error instanceof Refusal) || error instanceof ImportBusy || isWithoutRoom(error)) throw error
      })
  }
}

/** The same source, an act at a time. */
async function singly(source: CommuneSource): Promise<CommuneSource[]> {
  const publications = await Array.fromAsync(source.lines('publications'))
  return publications.map(({ line: { id, documents = [] } }) => {
    const own = new Set([id, ...documents.map(document => document.id)])
    const isOther = (resource: Resource, line: object) =>
      (resource === 'publications' || resource === 'files') && !own.has((line as { id: string }).id)
    return {
      ...source,
      async *lines<R extends Resource>(resource: R) {
        for await (const one of source.lines(resource)) if (!isOther(resource, one.line)) yield one
      },
    }
  })
}

/** With the rights of now. The locks make changes of them wait until it is written. */
async function admit(tx: Tx, { user_id, acteur_id, commune_id }: Taken): Promise<void> {
  await tx.run(sql`select from users where id = ${user_id} for share`)
  const caller = user_id === null ? undefined : await callerById(tx, user_id)
  const standing = caller && (await standingIn(tx, acteur_id, caller))
  const mayPublish = caller?.status === 'active' && standing && publishesAtOnce(caller, standing)
  if (!mayPublish || !(await townOf(tx, acteur_id, commune_id))) throw new RightLost()
}
