import { namesOf } from '../../../shared/fields/field.ts'
import { retention } from '../../foundation/retention.ts'
import type { Database } from '../../kernel/db/database.ts'
import { type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { type NumberedChange, queueEvents, WEBHOOK_JOB } from '../webhook-endpoints/queue.ts'
import { alertChanges } from './alert-ends.ts'
import { type Change, type ChangeKind, type EventKind, isEvent, isList, LISTS } from './kinds.ts'

/**
 * Numbers public changes. Triggers put each change into `changes_waiting`, in the transaction that makes it; here it gets the
 * next number of `changes` after that commit. A number taken inside the writing transaction could become visible after higher
 * ones, and readers would skip it.
 *
 * Lock: the row of `change_feed`, held from the first read until commit, so numbers become visible in their order, on a replica
 * too. Crash: an uncommitted batch stays waiting. Lost jobs: none, since all that is due is found in the table.
 */

/** Rows in a transaction. */
const BATCH = 2_000

interface Waiting {
  readonly id: number
  readonly due_at: string
  readonly kind: ChangeKind | EventKind | keyof typeof FAN_OUT
  readonly record_id: string
  readonly was: boolean
  readonly appears: boolean
  readonly commune_ids: readonly string[]
  readonly acteur_ids: readonly string[]
  readonly told_to: string | null
}
type Touched = Pick<Waiting, 'record_id' | 'was' | 'commune_ids' | 'acteur_ids'> & {
  readonly kind: ChangeKind
}

type Enqueue = (tx: Tx, name: string, data: object) => Promise<void>

export interface Numbering {
  readonly signal?: AbortSignal
  /** For the job that sends webhooks, which otherwise waits for the next minute. */
  readonly enqueue?: Enqueue
  /** The names of other jobs that read the numbered changes. */
  readonly readers?: readonly string[]
  /** For the addresses of pages in events; without it they have none. */
  readonly config?: Config
}

/** Until nothing is due. */
export async function numberChanges(
  db: Pick<Database, 'transaction'>,
  { signal, ...how }: Numbering = {},
): Promise<void> {
  while (!signal?.aborted && (await db.transaction(tx => numberBatch(tx, how))) > 0);
}

/** Returns how many waiting rows are done: 0 also while another process numbers. */
export async function numberBatch(
  tx: Tx,
  { enqueue, readers = [], config }: Omit<Numbering, 'signal'> = {},
): Promise<number> {
  const locked = await tx.one<{ last_seq: number }>(
    sql`select last_seq from change_feed for update skip locked`,
  )
  if (!locked) return 0
  const waiting = await tx.all<Waiting>(sql`
    delete from changes_waiting w
    using (select due_at, id from changes_waiting where due_at <= now() order by due_at, id limit ${BATCH}) due
    where (w.due_at, w.id) = (due.due_at, due.id)
    returning w.id, w.due_at::text as due_at, w.kind, w.record_id, w.was, w.appears, w.commune_ids, w.acteur_ids, w.told_to`)
  if (waiting.length === 0) return 0
  waiting.sort((one, other) => one.id - other.id)
  const { at } = (await tx.one<{ at: string }>(sql`select clock_timestamp()::text as at`)) ?? { at: 'now' }
  const { due, held } = await planned(tx, waiting.filter(isDirect))
  const manifold = waiting.filter(one => !isDirect(one))
  const changes = await changesOf(tx, at, merged([...due, ...(await fanOut(tx, at, manifold))]))
  const alerts = await alertChanges(tx, at, changes)
  const numbered = [...changes, ...alerts].map((change, index) => ({
    ...change,
    seq: locked.last_seq + 1 + index,
  }))
  if (numbered.length > 0) {
    await save(tx, at, numbered)
    for (const job of readers) await enqueue?.(tx, job, {})
  }
  if ((await queueEvents(tx, at, numbered, config)) > 0) await enqueue?.(tx, WEBHOOK_JOB, {})
  if (held.length > 0)
    await tx.run(sql`
      insert into changes_waiting (due_at, kind, record_id, was, appears)
      select due_at, 'publication', record_id, false, true
      from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as r(due_at timestamptz, record_id uuid)`)
  return waiting.length - held.length
}

const save = (tx: Tx, at: string, numbered: readonly NumberedChange[]) =>
  tx.run(sql`
    with numbered as (
      insert into changes (seq, at, kind, record_id, change, commune_ids, acteur_ids)
      select seq, ${at}::timestamptz, kind, record_id, change, commune_ids, acteur_ids
      from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb)
        as r(seq bigint, kind text, record_id uuid, change text, commune_ids uuid[], acteur_ids uuid[]))
    update change_feed set last_seq = last_seq + ${numbered.length}::int`)

const isDirect = (one: Waiting): one is Waiting & Touched => !(one.kind in FAN_OUT)

/**
 * A planned appearance that was moved has another row for its new time. One that somebody is changing waits: a change whose trigger
 * ran before the time, and which commits after it, would not be told.
 */
async function planned(tx: Tx, rows: readonly (Waiting & Touched)[]) {
  const appearing = rows.filter(({ appears }) => appears)
  if (appearing.length === 0) return { due: rows, held: [] }
  const still = await tx.all<{ id: number; record_id: string }>(sql`
    select r.id, r.record_id from jsonb_to_recordset(${JSON.stringify(appearing)}::jsonb) as r(id bigint, record_id uuid, due_at timestamptz)
    join publications p on p.id = r.record_id and p.visible_le = r.due_at`)
  const free = await tx.all<{ id: string }>(sql`
    select id from publications where id = any(${still.map(one => one.record_id)}::uuid[]) order by id for share skip locked`)
  const [isStill, isFree] = [new Set(still.map(({ id }) => id)), new Set(free.map(({ id }) => id))]
  return {
    due: rows.filter(({ id, appears, record_id }) => !appears || (isStill.has(id) && isFree.has(record_id))),
    held: appearing.filter(({ id, record_id }) => isStill.has(id) && !isFree.has(record_id)),
  }
}

////////////////////////////////////////////////////////////////////////////// what publications show of other records

export const FAN_OUT = {
  of_acteur: (id: string) => sql`p.acteur_id = ${id}`,
  of_type: (id: string) => sql`p.type_id = ${id}`,
  of_picture: (id: string) => sql`p.picture_id = ${id}`,
  of_commune: (id: string) =>
    sql`p.commune_id = ${id} and p.type_id = (select id from publication_types where slug = 'alerte')`,
} satisfies Record<string, (id: string) => Sql>

/** The publications that show an acteur, type or picture. The rest of many waits for the next batch. */
async function fanOut(tx: Tx, at: string, rows: readonly Waiting[]): Promise<Touched[]> {
  const all: Touched[] = []
  for (const { kind, record_id, told_to } of rows) {
    const of = FAN_OUT[kind as keyof typeof FAN_OUT](record_id)
    const found = await tx.all<Touched>(sql`
      select 'publication' as kind, p.id as record_id, true as was, '{}'::uuid[] as commune_ids, '{}'::uuid[] as acteur_ids
      from publications p where ${of} and p.visible_le <= ${at}::timestamptz and p.id > coalesce(${told_to}::uuid, '00000000-0000-0000-0000-000000000000')
      order by p.id limit ${BATCH}`)
    all.push(...found)
    if (found.length === BATCH)
      await tx.run(sql`
        insert into changes_waiting (kind, record_id, was, told_to)
        values (${kind}, ${record_id}, true, ${found.at(-1)?.record_id})`)
  }
  return all
}

////////////////////////////////////////////////////////////////////////////// one change of each record

type Merged = Touched & { readonly shown: boolean }

/** Several changes of a record become one, with every commune and acteur that it had. */
function merged(rows: readonly Touched[]): Merged[] {
  const byRecord = Map.groupBy(rows, ({ kind, record_id }) => `${kind} ${record_id}`)
  return [...byRecord.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [
          {
            kind: first.kind,
            record_id: first.record_id,
            was: first.was,
            // Seen between two of them.
            shown: [first, ...more].some(one => one.was),
            commune_ids: distinct([first, ...more].flatMap(one => one.commune_ids)),
            acteur_ids: distinct([first, ...more].flatMap(one => one.acteur_ids)),
          },
        ],
  )
}
const distinct = (ids: readonly string[]) => [...new Set(ids)]
const idsOf = (rows: readonly Pick<Touched, 'kind' | 'record_id'>[], kind: ChangeKind) =>
  rows.filter(row => row.kind === kind).map(({ record_id }) => record_id)

type Numbered = Omit<Touched, 'was'> & { readonly change: Change }

/** The changes by the current state of each record. A record that neither was nor is public has none. */
async function changesOf(tx: Tx, at: string, touched: readonly Merged[]): Promise<Numbered[]> {
  const idsIn = (kinds: readonly ChangeKind[]) => sql`${kinds.flatMap(kind => idsOf(touched, kind))}::uuid[]`
  const records = {
    publication: await placed(
      tx,
      sql`
      select id, commune_ids, array_remove(array[acteur_id], null) as acteur_ids,
        coalesce(visible_le <= ${at}::timestamptz, false) as shown
      from publications where id = any(${idsIn(['publication'])})`,
    ),
    acteur: await placed(
      tx,
      sql`
      select id, array_remove(array[commune_id], null) || array(select commune_id from acteur_communes where acteur_id = a.id) as commune_ids,
        array[id] as acteur_ids, active and deleted_at is null as shown
      from acteurs a where id = any(${idsIn(['acteur'])})`,
    ),
    type: await placed(
      tx,
      sql`
      select id, '{}'::uuid[] as commune_ids, '{}'::uuid[] as acteur_ids, true as shown
      from publication_types where id = any(${idsIn(['type'])})`,
    ),
    commune: await placed(
      tx,
      sql`
      select id, array[id] as commune_ids, '{}'::uuid[] as acteur_ids, successor_id is null as shown
      from communes where id = any(${idsIn(['commune', ...namesOf(LISTS)])})`,
    ),
  }
  return touched.flatMap(({ was, shown: wasShown, ...row }): Numbered[] => {
    if (isEvent(row.kind)) return [{ ...row, change: 'changed' } satisfies Numbered]
    const record = records[isList(row.kind) ? 'commune' : row.kind].get(row.record_id)
    if (!wasShown && !record?.shown) return []
    return [
      {
        ...row,
        change: !record?.shown ? 'removed' : was ? 'changed' : 'created',
        // Also of what is hidden: an acteur may be within the scope of an app by its zone alone.
        commune_ids: distinct([...row.commune_ids, ...(record?.commune_ids ?? [])]),
        acteur_ids: distinct([...row.acteur_ids, ...(record?.acteur_ids ?? [])]),
      } satisfies Numbered,
    ]
  })
}

/** Records with where they belong, and whether they are public, by id. */
type Placed = Pick<Touched, 'commune_ids' | 'acteur_ids'> & { readonly id: string; readonly shown: boolean }
const placed = async (tx: Tx, query: Sql): Promise<ReadonlyMap<string, Placed>> =>
  new Map((await tx.all<Placed>(query)).map(row => [row.id, row]))

////////////////////////////////////////////////////////////////////////////// what is kept

/** Keeps the newest, which cursors name. */
export const forgetChanges = (tx: Tx): Promise<number> =>
  tx.run(sql`
    delete from changes where ${olderThan(retention.changes.kept, sql`at`)}
      and seq < (select last_seq from change_feed)`)
