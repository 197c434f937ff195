import pg from 'pg'
import { copyInto, copyLine } from '../../src/kernel/db/copy.ts'
import type { Connection } from '../../src/kernel/db/db.ts'
import { Chance } from './chance.ts'
import { BATCH, batchOf, COLUMNS, type Plan, type Reported } from './rows.ts'
import { fillTown } from './town.ts'

/** One for each core of a small machine: PostgreSQL cuts the texts into words, which is most of the work. */
const WRITERS = 2
const TABLES = ['publications', 'publication_communes', 'publication_words', 'publication_reports']
const REASONS = ['spam', 'inappropriate', 'false_information', 'off_topic', 'other']

/**
 * Publications by COPY, without triggers and indexes; what triggers would have kept is set at the end by one statement
 * each, and the indexes are made again as the migrations made them.
 */
export async function fill(
  connection: Connection,
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
  say('Acteurs and members…')
  const town = await fillTown(owner, rows, seed, now)
  // Checkpoints during the load cost more than the load itself.
  await owner.query(`alter system set max_wal_size = '16GB'`)
  await owner.query('select pg_reload_conf()')
  const made = await takeIndexes(owner)

  say('Publications…')
  const plan: Plan = { rows, seed, now, town }
  const reported: Reported[] = []
  const batches = Math.ceil(rows / BATCH)
  let next = 0
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const writer = await open()
      await writer.query('set session_replication_role = replica')
      await copyInto(writer, 'publications', COLUMNS, texts())
    }),
  )
  async function* texts() {
    while (next < batches) {
      stop.throwIfAborted()
      const batch = next++
      if (batch % 50 === 49) say(`  ${(batch + 1) * BATCH}`)
      yield batchOf(plan, batch, reported)
      // The other writer's turn.
      await new Promise(setImmediate)
    }
  }

  say('What belongs to them…')
  await owner.query('set session_replication_role = replica')
  await copyInto(owner, 'publication_reports', REPORT_COLUMNS, reportsOf(reported, seed))
  await owner.query(`
    insert into publication_communes (publication_id, commune_id, visible_le, type_id, date_debut)
      select id, other, visible_le, type_id, date_debut from publications, unnest(commune_ids[2:]) as other
      where cardinality(commune_ids) > 1`)
  await owner.query(`
    insert into publication_totals (moderation_status, valide, deleted, type_id, total)
      select moderation_status, valide, deleted_at is not null, type_id, count(*) from publications group by 1, 2, 3, 4`)
  await owner.query('reset session_replication_role')
  say('Words…')
  await Promise.all(Array.from({ length: WRITERS }, async (_, part) => cutWords(await open(), part, rows)))
  stop.throwIfAborted()
  say('Indexes…')
  await makeIndexes(owner, made, stop)
  await owner.query('alter system reset max_wal_size')
  await owner.query('select pg_reload_conf()')
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
}

/** Its share of the texts, as `keep_words` would have cut them; by age, like the ids, so that a walk of the newest finds
 * their words side by side. */
async function cutWords(writer: pg.Client, part: number, rows: number): Promise<void> {
  const idAt = (place: number) => `(select id from publications order by id offset ${place} limit 1)`
  const upTo = part + 1 === WRITERS ? '' : `and id < ${idAt(Math.floor(((part + 1) * rows) / WRITERS))}`
  await writer.query(`
    insert into publication_words (publication_id, visible_le, commune_ids, recherche)
      select id, visible_le, commune_ids, words_of(p) from publications p
      where id >= ${idAt(Math.floor((part * rows) / WRITERS))} ${upTo}`)
}

interface Index {
  readonly name: string
  readonly definition: string
}

const indexesOf = async (client: pg.Client) =>
  (
    await client.query<Index>(
      `select i.relname as name, pg_get_indexdef(i.oid) as definition
       from pg_index x join pg_class i on i.oid = x.indexrelid
       where x.indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = i.oid)
       order by 1`,
      [TABLES],
    )
  ).rows

async function takeIndexes(client: pg.Client): Promise<Index[]> {
  const made = await indexesOf(client)
  for (const { name } of made) await client.query(`drop index ${pg.escapeIdentifier(name)}`)
  return made
}

async function makeIndexes(client: pg.Client, made: readonly Index[], stop: AbortSignal): Promise<void> {
  await client.query(`set maintenance_work_mem = '1GB'`)
  await client.query('set max_parallel_maintenance_workers = 2')
  for (const { definition } of made) {
    stop.throwIfAborted()
    await client.query(definition)
  }
  const again = await indexesOf(client)
  if (JSON.stringify(again) !== JSON.stringify(made)) throw new Error('The indexes are not what they were.')
}

const REPORT_COLUMNS = [
  ...[
    'id',
    'publication_id',
    'reason',
    'message',
    'language',
    'reporter',
    'created_at',
    'closed_at',
    'outcome',
  ],
]

/** The open ones that the rows count, and as many that were decided. */
function* reportsOf(reported: readonly Reported[], seed: number) {
  const chance = new Chance(seed, -3)
  for (const { publication, open, created } of reported) {
    for (let number = 0; number < 2 * open; number++) {
      const at = created + chance.below(86_400_000)
      const closed = number < open ? null : new Date(at + 3_600_000).toISOString()
      yield copyLine([
        ...[chance.uuid(at), publication, chance.pick(REASONS), 'À revoir.', 'fr', chance.uuid(at)],
        ...[new Date(at).toISOString(), closed, closed && chance.pick(['kept', 'removed'])],
      ])
    }
  }
}
