import pg from 'pg'
import { copyInto } from '../../src/kernel/db/copy.ts'
import type { ConnectionConfig } from '../../src/kernel/db/db.ts'
import { recountDays } from '../../src/publishing/publications/day-totals.ts'
import { groupAnew } from '../../src/publishing/publications/duplicate-groups.ts'
import { makeIndexes, takeIndexes } from './indexes.ts'
import { REPORT_COLUMNS, reportsOf } from './reports.ts'
import { BATCH, batchOf, COLUMNS, type Plan, type Reported, SPAN } from './rows.ts'
import { fillTown } from './town.ts'

/** One writer per core of a small machine: most of the work is text search vectors. */
const WRITERS = 2
/** Batches per COPY and transaction. */
const TOGETHER = 10
const ROWS_A_SLICE = 20_000
/** Only for loading: after a power failure, start with an empty folder. */
const HASTY = [
  `max_wal_size = '4GB'`,
  `maintenance_work_mem = '1GB'`,
  'autovacuum = off',
  'fsync = off',
  'full_page_writes = off',
  'synchronous_commit = off',
]

/**
 * Loads publications by COPY, without triggers and indexes; then sets what triggers maintain, slice by slice, and
 * recreates the indexes of the migrations.
 */
export async function fill(
  connection: ConnectionConfig,
  { rows, seed, now }: Omit<Plan, 'town'>,
  stop: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  await using scope = new AsyncDisposableStack()
  const open = async () => {
    const client = new pg.Client(connection)
    client.on('error', () => {})
    await client.connect()
    scope.defer(() => client.end())
    return client
  }
  const owner = await open()
  for (const setting of HASTY) await owner.query(`alter system set ${setting}`)
  await owner.query('select pg_reload_conf()')

  say('Acteurs and members…')
  const town = await fillTown(owner, rows, seed, now)
  const indexes = await takeIndexes(owner)
  const plan: Plan = { rows, seed, now, town }

  /** Distributes the pieces of a part among the writers. */
  const share = async (
    part: string,
    pieces: number,
    piece: (writer: pg.Client, at: number) => Promise<unknown>,
  ) => {
    say(`${part}…`)
    let next = 0
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        const writer = await open()
        await writer.query('set session_replication_role = replica')
        while (next < pieces) {
          stop.throwIfAborted()
          const at = next++
          await piece(writer, at)
          if (at % 50 === 49) say(`  ${at + 1} of ${pieces}`)
        }
      }),
    )
  }
  await share('publications', Math.ceil(rows / BATCH / TOGETHER), (writer, piece) =>
    copyBatches(writer, plan, piece * TOGETHER),
  )
  const slices = Math.ceil(rows / ROWS_A_SLICE)
  await share('words and communes', slices, (writer, at) => keepBeside(writer, sliceOf(plan, slices, at)))
  await owner.query(`
    insert into publication_totals (moderation_status, valide, deleted, type_id, total)
      select moderation_status, valide, deleted_at is not null, type_id, count(*)
      from publications group by 1, 2, 3, 4`)
  await owner.query(recountDays.text, recountDays.values)
  say('Indexes…')
  await makeIndexes(owner, indexes, stop, say)
  for (const { text } of groupAnew) await owner.query(text)
  for (const setting of HASTY) await owner.query(`alter system reset ${setting.split(' ')[0]}`)
  await owner.query('select pg_reload_conf()')
  say('Vacuum…')
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
}

async function copyBatches(writer: pg.Client, plan: Plan, first: number): Promise<void> {
  const reports: string[] = []
  async function* texts() {
    for (let batch = first; batch < first + TOGETHER && batch * BATCH < plan.rows; batch++) {
      const reported: Reported[] = []
      yield batchOf(plan, batch, reported)
      reports.push(...reportsOf(reported, plan.seed, batch))
      // Yields to the other writer.
      await new Promise(setImmediate)
    }
  }
  await copyInto(writer, 'publications', COLUMNS, texts())
  await copyInto(writer, 'publication_reports', REPORT_COLUMNS, reports)
}

/** Rows maintained by triggers, in order of age, so that scans of the newest find words adjacent. */
export async function keepBeside(writer: pg.Client, [from, to]: readonly [string, string]): Promise<void> {
  await writer.query(
    `insert into publication_communes (publication_id, commune_id, visible_le, type_id, debut)
       select id, other, visible_le, type_id, debut from publications, unnest(commune_ids[2:]) as other
       where cardinality(commune_ids) > 1 and id >= $1 and id < $2`,
    [from, to],
  )
  await writer.query(
    `insert into publication_days (publication_id, commune_id, debut, previous, own)
       select p.id, place.commune_id, day + (p.debut - p.date_debut), previous, place.n = 1
       from publications p
       cross join lateral (
         select day, lag(day, 1, p.date_debut) over (order by day) as previous from unnest(p.dates) as day) as days
       cross join unnest(p.commune_ids) with ordinality as place(commune_id, n)
       where p.dates <> '{}' and p.id >= $1 and p.id < $2`,
    [from, to],
  )
  await writer.query(
    `insert into publication_words (publication_id, visible_le, commune_ids, recherche, week)
       select id, visible_le, commune_ids, words_of(p), week_for(null, id, visible_le) from publications p
       where id >= $1 and id < $2 order by id`,
    [from, to],
  )
}

/** Ids begin with their creation time. */
function sliceOf({ now }: Plan, slices: number, at: number): readonly [string, string] {
  const bound = (place: number) => {
    if (place === 0) return '00000000-0000-0000-0000-000000000000'
    if (place === slices) return 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    const hex = Math.floor(now - SPAN + (place / slices) * SPAN)
      .toString(16)
      .padStart(12, '0')
    return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
  }
  return [bound(at), bound(at + 1)]
}
