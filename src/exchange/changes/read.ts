import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { AppSource } from '../../people/access/app-sources.ts'
import { type Cursor, FIRST_ID } from './cursor.ts'
import { type Change, type ChangeKind, isList, RECORD_KINDS, type RecordKind } from './kinds.ts'
import { instant, SOURCES } from './records.ts'

/**
 * A page of the feed. A mirror without a cursor is given all records that exist (`listing`), then the changes since it began.
 * Records are read when they are sent: a change says which record, never what it was.
 *
 * Each statement says which changes its snapshot holds, since two of them may be answered by two servers: records that are older than
 * a change of the page are not sent with it.
 */

/** Rows that a page may read to find those within the scope of the app. */
const SCANNED = 2_000

export interface Item {
  readonly kind: ChangeKind
  readonly id: string
  readonly at: string
  readonly record: object | undefined
}
interface Page {
  readonly items: readonly Item[]
  readonly cursor: Cursor
  readonly has_more: boolean
}
interface Asked {
  readonly source: AppSource
  readonly config: Config
  readonly kinds: ReadonlySet<ChangeKind>
  readonly perPage: number
}

const MICROS = sql`(extract(epoch from at) * 1000000)::bigint`
const isKnown = ({ seq, at }: Cursor): Sql =>
  sql`exists (select from changes where seq = ${seq} and ${MICROS} = ${at}::bigint)`

/** A cursor behind the newest change. */
export async function fromNow(db: Db): Promise<Cursor> {
  const newest = await db.one<{ seq: number; at: number }>(
    sql`select seq, ${MICROS} as at from changes order by seq desc limit 1`,
  )
  if (!newest) throw new Error('The table changes has lost its newest row.')
  return { ...newest, listing: undefined }
}

/** The cursor of a new mirror: it lists all records first, then the changes since. */
export const beginning = async (db: Db): Promise<Cursor> => ({
  ...(await fromNow(db)),
  listing: { kind: RECORD_KINDS[0] as RecordKind, after: FIRST_ID },
})

/** Undefined if this server does not have the cursor’s row: it may be behind, or the row may be gone. */
export const pageAfter = (db: Db, cursor: Cursor, asked: Asked): Promise<Page | undefined> =>
  cursor.listing ? listingAfter(db, cursor, cursor.listing, asked) : changesAfter(db, cursor, asked)

////////////////////////////////////////////////////////////////////////////// what exists

async function listingAfter(
  db: Db,
  cursor: Cursor,
  { kind, after }: NonNullable<Cursor['listing']>,
  { source, config, kinds, perPage }: Asked,
): Promise<Page | undefined> {
  const next = RECORD_KINDS[RECORD_KINDS.indexOf(kind) + 1]
  const behind = { ...cursor, listing: next && { kind: next, after: FIRST_ID } }
  if (!kinds.has(kind)) return { items: [], cursor: behind, has_more: true }
  const { columns, from, conditions, shown } = SOURCES[kind]
  const rows = await db.all<Context & { readonly edge: string | null; readonly id: string | null }>(sql`
    select context.*, shown.* from (
      select ${isKnown(cursor)} as known, now() as read_at, (
        select id from (select id from ${table(kind)} where id > ${after}::uuid order by id limit ${SCANNED}) s
        order by id offset ${SCANNED - 1}) as edge) context
    left join lateral (
      select ${columns} from ${from}
      ${where([sql`p.id > ${after}::uuid and p.id <= coalesce(context.edge, ${LAST_ID})`, ...conditions(instant(sql`${cursor.at}::bigint`), source)])}
      order by p.id limit ${perPage}) shown on true
    order by shown.id`)
  const [context] = rows
  if (!context?.known) return undefined
  const found = rows.filter(row => row.id !== null)
  const last = found.length === perPage ? found.at(-1)?.id : context.edge
  return {
    items: found.map(({ known: _, edge: _edge, read_at, ...row }) => ({
      kind,
      id: row.id as string,
      at: read_at,
      record: shown(row, config, cursor.at),
    })),
    cursor: last ? { ...cursor, listing: { kind, after: last } } : behind,
    has_more: true,
  }
}
const LAST_ID = sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'`
interface Context {
  readonly known: boolean
  readonly read_at: string
}

const TABLES = {
  type: sql`publication_types`,
  commune: sql`communes`,
  acteur: sql`acteurs`,
  publication: sql`publications`,
}
const table = (kind: RecordKind) => TABLES[kind]

////////////////////////////////////////////////////////////////////////////// what changes

interface ChangeRow {
  readonly seq: number
  readonly at: string
  readonly micros: number
  readonly kind: ChangeKind
  readonly record_id: string
  readonly change: Change
}

async function changesAfter(db: Db, cursor: Cursor, asked: Asked): Promise<Page | undefined> {
  const { source, kinds, perPage } = asked
  const wanted = [sql`kind = any(${[...kinds]}::text[])`, ...within(source)]
  const rows = await db.all<ChangeRow & { known: boolean; scanned: number; last_seq: number | null }>(sql`
    with scanned as materialized (
      select * from changes where seq > ${cursor.seq} order by seq limit ${SCANNED})
    select context.*, found.seq, found.at, found.kind, found.record_id, ${MICROS} as micros from (
      select ${isKnown(cursor)} as known, count(*) as scanned, max(seq) as last_seq from scanned) context
    left join lateral (select * from scanned ${where(wanted)} order by seq limit ${perPage}) found on true
    order by found.seq`)
  const [context] = rows
  if (!context?.known) return undefined
  const found = rows.filter(row => row.seq !== null)
  const isFull = found.length === perPage
  const newest = found.at(-1)
  const end =
    isFull && newest ? { seq: newest.seq, at: newest.micros } : await endOf(db, cursor, context.last_seq)
  if (!end) return undefined
  const items = await itemsOf(db, found, end, asked)
  return (
    items && {
      items,
      cursor: { ...end, listing: undefined },
      has_more: isFull || context.scanned === SCANNED,
    }
  )
}

/** The last row that was read, within the scope or not. */
async function endOf(db: Db, cursor: Cursor, last: number | null) {
  if (last === null) return { seq: cursor.seq, at: cursor.at }
  return await db.one<{ seq: number; at: number }>(
    sql`select seq, ${MICROS} as at from changes where seq = ${last}`,
  )
}

const within = ({ communeIds, acteurIds }: AppSource): Sql[] => [
  ...(communeIds ? [sql`(kind = 'type' or commune_ids && ${[...communeIds]}::uuid[])`] : []),
  ...(acteurIds
    ? [sql`(kind not in ('acteur', 'publication') or acteur_ids && ${[...acteurIds]}::uuid[])`]
    : []),
]

/** Each record once, at its last change. Undefined if the records are those of a server that does not have these changes yet. */
async function itemsOf(
  db: Db,
  found: readonly ChangeRow[],
  end: { readonly seq: number; readonly at: number },
  { source, config }: Asked,
): Promise<Item[] | undefined> {
  const last = [...new Map(found.map(row => [`${row.kind} ${row.record_id}`, row])).values()].sort(
    (one, other) => one.seq - other.seq,
  )
  const records = new Map<string, object>()
  const kinds = new Set(last.map(({ kind }) => (isList(kind) ? 'commune' : kind)))
  const answers = await Promise.all(
    [...kinds].map(async kind => {
      const { columns, from, conditions, shown } = SOURCES[kind]
      const asked = last.filter(row => row.kind === kind || (kind === 'commune' && isList(row.kind)))
      const [ids, times] = [asked.map(row => row.record_id), asked.map(row => row.micros)]
      const rows = await db.all<{ seen: number; id: string | null }>(sql`
        select seen.seq as seen, shown.* from (select max(seq) as seq from changes) seen
        left join lateral (
          select ${columns} from ${from}
          join (select asked, max(micros) as micros from unnest(${ids}::uuid[], ${times}::bigint[]) as one(asked, micros) group by 1) asked
            on asked.asked = p.id
          ${where([...conditions(instant(sql`asked.micros`), source)])}) shown on true`)
      for (const { seen: _, ...row } of rows)
        if (row.id !== null) records.set(`${kind} ${row.id}`, shown(row, config, end.at))
      return rows.every(({ seen }) => seen >= end.seq)
    }),
  )
  if (!answers.every(Boolean)) return undefined
  return last.map(({ kind, record_id: id, at }) => ({
    kind,
    id,
    at,
    record: records.get(`${isList(kind) ? 'commune' : kind} ${id}`),
  }))
}
