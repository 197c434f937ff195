/**
 * `npm run trial -- lists [--questions 20000] [--rows 200000] [--writers 4] [--checkers 2] [--seed 1] [--data FOLDER]`: random lists,
 * totals and counters beside plain SQL, each in one snapshot, while several writers change everything and totals are
 * folded. Fills the folder at first use, and changes its rows. Exit code 1 if anything differs.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openPublications } from '../../bench/publications/open.ts'
import { connect } from '../../src/kernel/db/database.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { checkKept } from '../../src/publishing/publications/commands.ts'
import { foldTotals } from '../../src/publishing/publications/upkeep.ts'
import { drawing } from '../../test/fixtures/drawn-changes.ts'
import { onFirstSignal } from '../ending.ts'
import { compareAll, PER_SNAPSHOT, stockOf } from './questions.ts'
import { readTexts } from './snapshot.ts'
import { write } from './writers.ts'

/** Each check counts all rows. */
const CHECK_MS = 300_000

const say = (line: string) => process.stderr.write(`${line}\n`)

export async function run(options: string[]): Promise<number> {
  const { values } = parseArgs({
    args: options,
    options: {
      questions: { type: 'string', default: '20000' },
      rows: { type: 'string', default: '200000' },
      writers: { type: 'string', default: '4' },
      checkers: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
      data: { type: 'string' },
    },
  })
  const [questions, rows, seed] = [Number(values.questions), Number(values.rows), Number(values.seed)]
  const dataDir = values.data ?? join(tmpdir(), `parvis-trial-lists-${rows}`)
  const stop = new AbortController()
  onFirstSignal(() => stop.abort())
  await using filled = await openPublications({ rows, seed: 1, dataDir }, stop.signal, say)
  const { connection } = filled
  const database = connect(connection)
  await using ended = new AsyncDisposableStack()
  ended.defer(() => database.close())
  await database.pool.run(sql`update team_settings set target_hours = 48`)
  const stock = await stockOf(database.pool)
  // Those whom publications are assigned to: somebody without the area counts as nobody.
  await database.pool.run(sql`
    insert into user_roles (user_id, role) select id, 'admin' from unnest(${stock.users.slice(0, 5)}::uuid[]) as id
    on conflict do nothing`)
  say('Reading all texts…')
  await readTexts(connection)

  const over = new AbortController()
  const writing = Promise.all(
    Array.from({ length: Number(values.writers) }, (_, at) =>
      write(connection, drawing(seed * 1_000 + at), stock, over.signal),
    ),
  )
  // A failed writer ends the questions; the database stays until they have ended.
  let isBroken = false
  const fail = (error: Error) => {
    say(String(error.stack))
    isBroken = true
  }
  writing.catch(fail)
  const folding = (async () => {
    for (; !over.signal.aborted; await sleep(2_000)) await database.transaction(foldTotals)
  })()
  folding.catch(fail)

  const began = Date.now()
  let snapshots = 0
  const more = () => {
    if (isBroken || stop.signal.aborted || snapshots * PER_SNAPSHOT >= questions) return false
    if (++snapshots % 10 === 0)
      say(`${snapshots * PER_SNAPSHOT} questions, ${Math.round((Date.now() - began) / 1000)} s`)
    return true
  }
  const checkers = Array.from({ length: Number(values.checkers) }, (_, at) =>
    compareAll(connection, drawing(seed * 1_000 + 500 + at), stock, more, say),
  )
  const results = await Promise.all(checkers).finally(() => over.abort())
  const commits = (await writing).reduce((sum, one) => sum + one, 0)
  await folding

  const checked = await database.transaction(async tx => checkKept(await tx.withTimeout(CHECK_MS)))
  const kept = checked.filter(({ wrong }) => wrong > 0)
  let different = kept.length
  for (const [at, { name }] of (results[0] ?? []).entries()) {
    const all = results.flatMap(one => one[at] ?? [])
    const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0)
    different += sum(one => one.different.length)
    say(
      `${name}: ${sum(one => one.asked)} asked, ${sum(one => one.partial)} in part, ${sum(one => one.different.length)} differ`,
    )
  }
  say(`${commits} commits meanwhile; kept numbers that are wrong: ${JSON.stringify(kept)}`)
  say(`${different} differences`)
  return different === 0 && !stop.signal.aborted ? 0 : 1
}
