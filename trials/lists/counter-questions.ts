import { type Db, join, type Sql, sql } from '../../src/kernel/db/db.ts'
import { QUEUES } from '../../src/office/dashboard/queues.ts'
import type { Draw } from '../../test/fixtures/drawn-changes.ts'
import type { Compared } from './snapshot.ts'
import { type Stock, some } from './writers.ts'

/** Counters of moderation, of everything or of some communes. Numbers by day: `day-totals.test.ts`. */

type Figures = Readonly<Record<string, number | string | null>>

const inside = (communes: readonly string[] | null) =>
  communes === null ? sql`true` : sql`r.commune_ids && ${[...communes]}::uuid[]`

const kept = sql`r.deleted_at is null`
const waits = sql`${kept} and r.moderation_status = 'pending'`
const since = sql`greatest(r.edited_at, r.moderated_at)`
const COUNTERS: Readonly<Partial<Record<keyof typeof QUEUES.moderation, Sql>>> = {
  pending: sql`count(*) filter (where ${waits})::int`,
  oldest_pending_at: sql`min(${since}) filter (where ${waits})`,
  late: sql`count(*) filter (where ${waits}
    and ${since} < now() - (select make_interval(hours => target_hours) from team_settings))::int`,
  reported: sql`count(*) filter (where ${kept} and r.reports_count > 0)::int`,
  scheduled: sql`count(*) filter (where r.visible_le > now())::int`,
  changes_requested: sql`count(*) filter (where ${kept} and r.moderation_status = 'changes_requested')::int`,
  rejected: sql`count(*) filter (where ${kept} and r.moderation_status = 'rejected')::int`,
  deleted: sql`count(*) filter (where r.deleted_at is not null)::int`,
}

export async function compareCounters(db: Db, draw: Draw, { communes }: Stock): Promise<Compared> {
  const territory = draw() < 0.5 ? null : some(draw, communes.slice(0, 3_000), draw() < 0.5 ? 2 : 300)
  const names = Object.keys(COUNTERS) as (keyof typeof COUNTERS)[]
  const told: Record<string, number | string | null> = {}
  for (const name of names)
    told[name] = (await QUEUES.moderation[name].compute(db, { callerId: '', territory })) as number
  const columns = names.map(name => sql`${COUNTERS[name] ?? sql`null`}`)
  const row = await db.one<{ all: Figures[string][] }>(sql`
    select json_build_array(${join(columns)}) as all from plain_rows r where ${inside(territory)}`)
  const wanted = Object.fromEntries(names.map((name, at) => [name, row?.all[at] ?? null]))
  const [one, other] = [told, wanted].map(({ oldest_pending_at: at = null, ...numbers }) =>
    JSON.stringify({ ...numbers, at: at === null ? null : new Date(at).getTime() }),
  )
  return {
    question: `counters of ${territory?.length ?? 'all'} communes`,
    difference: one === other ? undefined : `${one} instead of ${other}`,
  }
}
