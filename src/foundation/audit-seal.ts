import { countRows, type Db, sql, type Tx } from '../kernel/db/db.ts'
import type { JobContext } from '../kernel/jobs/jobs.ts'
import { watchService } from './service-watch.ts'

interface Seal {
  readonly number: number
  readonly last_id: number
  readonly rows: number
  readonly hash: string
}

/** Logs the head of the chain (its last hash): noted elsewhere, it proves that no later rows were cut off. */
export async function sealAudit(tx: Tx, _data: unknown, { log }: JobContext): Promise<void> {
  const seal = await tx.one<Seal>(
    sql`select number, last_id, rows, encode(hash, 'hex') as hash from seal_audit()`,
  )
  if (seal) log.info({ seal: seal.number, rows: seal.rows, head: seal.hash }, 'audit sealed')
  // Behind the seal, whose lock would wait for a row of its own transaction.
  await watchService(tx)
}

interface SealVerdict {
  readonly seals: number
  readonly sealedRows: number
  readonly openRows: number
  /** The hash of the last seal; null when nothing is sealed yet. */
  readonly head: string | null
  /** One sentence for each sealed range of rows that differs from its seal. */
  readonly broken: readonly string[]
}

/** Computes every seal again from the rows. `expectedHead` is a head that was noted earlier. */
export async function verifyAudit(db: Db, expectedHead?: string): Promise<SealVerdict> {
  const stretches = await db.all<Seal & { first_id: number; now_rows: number; now_hash: string }>(sql`
    select s.number, s.last_id, s.rows, encode(s.hash, 'hex') as hash,
           coalesce(s.previous_id, 0) + 1 as first_id,
           again.rows as now_rows, encode(again.hash, 'hex') as now_hash
    from (select *, lag(last_id) over (order by number) as previous_id,
                 lag(hash, 1, ''::bytea) over (order by number) as previous_hash from audit_seals) s,
         audit_hash(s.previous_hash, s.previous_id, s.last_id) again
    order by s.number`)
  const broken = stretches.flatMap((seal, index) => {
    const where = `seal ${seal.number} (rows ${seal.first_id} to ${seal.last_id})`
    if (seal.number !== index + 1) return [`${where}: seal ${index + 1} is missing`]
    if (seal.rows !== seal.now_rows)
      return [`${where}: ${seal.rows} rows were sealed, ${seal.now_rows} are there`]
    return seal.hash === seal.now_hash ? [] : [`${where}: a row was changed or moved`]
  })
  if (expectedHead !== undefined && !stretches.some(seal => seal.hash === expectedHead)) {
    broken.push(`the head ${expectedHead} is not in the chain: its tail was cut, or it was rewritten`)
  }
  const last = stretches.at(-1)
  return {
    seals: stretches.length,
    sealedRows: stretches.reduce((sum, seal) => sum + seal.now_rows, 0),
    openRows: await countRows(db, sql`audit_log where id > ${last?.last_id ?? 0}`),
    head: last?.hash ?? null,
    broken,
  }
}

interface SealState {
  readonly seals: number
  readonly sealed_rows: number
  /** Written since the last seal. */
  readonly open_rows: number
  readonly sealed_at: string | null
  readonly head: string | null
}

export async function sealState(db: Db): Promise<SealState> {
  const row = await db.one<SealState>(sql`
    select sealed.seals, sealed.rows as sealed_rows, last.sealed_at, encode(last.hash, 'hex') as head,
      (select count(*) from audit_log where id > sealed.last_id) as open_rows
    from (select count(*) as seals, coalesce(sum(rows), 0)::bigint as rows, coalesce(max(last_id), 0) as last_id
          from audit_seals) sealed
    left join audit_seals last on last.last_id = sealed.last_id`)
  return row ?? { seals: 0, sealed_rows: 0, open_rows: 0, sealed_at: null, head: null }
}
