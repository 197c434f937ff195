import { type Db, join, type Sql, sql } from '../../src/kernel/db/db.ts'
import { countDays } from '../../src/office/dashboard/days.ts'
import { QUEUES } from '../../src/office/dashboard/queues.ts'
import { dayTotals } from '../../src/publishing/publications/day-totals.ts'
import type { Draw } from '../../test/fixtures/drawn-changes.ts'
import type { Compared } from './snapshot.ts'
import { dayNear, type Stock, some } from './writers.ts'

/** Counters of moderation and numbers by day, of everything or of some communes. */

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

const DAY = 86_400_000
const NUMBERS = [
  'proposed',
  'published',
  'reported',
  'rejected',
  'changes_requested',
  'median_hours',
] as const

export async function compareDays(db: Db, draw: Draw, { communes }: Stock): Promise<Compared> {
  const territory = draw() < 0.5 ? null : some(draw, communes.slice(0, 3_000), draw() < 0.5 ? 2 : 300)
  const from = draw() < 0.5 ? dayNear(draw, 30, 0) : dayNear(draw, 1_800, 0)
  const longest = territory === null ? 366 : 92
  const to = new Date(Date.parse(from) + draw() * (longest - 1) * DAY).toISOString().slice(0, 10)
  const told =
    territory === null ? await dayTotals(db, from, to) : await countDays(db, { from, to }, territory)
  const paris = (column: Sql) => sql`(${column} at time zone 'Europe/Paris')::date`
  const hours = sql`extract(epoch from greatest(interval '0', r.moderated_at -
    case when r.edited_at <= r.moderated_at then r.edited_at else r.created_at end)) / 3600`
  const wanted = await db.all<Figures>(sql`
    with here as (select * from plain_rows r where ${inside(territory)}),
    facts as (
      select ${paris(sql`created_at`)} as day, 'proposed' as kind, null::float8 as hours from here
      union all select ${paris(sql`visible_le`)}, 'published', null from here
      union all select ${paris(sql`t.created_at`)}, 'reported', null from publication_reports t
        where t.publication_id in (select id from here)
      union all select ${paris(sql`moderated_at`)}, moderation_status, ${hours} from here r where moderation_by = 'backoffice')
    select day, count(*) filter (where kind = 'proposed')::int as proposed,
      count(*) filter (where kind = 'published' and hours is null)::int as published,
      count(*) filter (where kind = 'reported')::int as reported, count(*) filter (where kind = 'rejected')::int as rejected,
      count(*) filter (where kind = 'changes_requested')::int as changes_requested,
      round((((array_agg(hours order by hours) filter (where hours is not null))[(count(hours) + 1) / 2]
        + (array_agg(hours order by hours) filter (where hours is not null))[count(hours) / 2 + 1]) / 2)::numeric, 1)::float8
        as median_hours
    from facts where day between ${from}::date and ${to}::date group by day`)
  const byDay = (rows: readonly object[]) => {
    const days = Map.groupBy(rows as readonly Figures[], ({ day }) => `${day}`)
    const lines = [...days].map(([day, each]) => {
      const numbers = Object.assign({}, ...each) as Figures
      return [day, ...NUMBERS.map(name => numbers[name] || 0)] as const
    })
    return JSON.stringify(
      lines
        .filter(([, ...numbers]) => numbers.some(one => one !== 0))
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    )
  }
  const [one, other] = [byDay(told), byDay(wanted)]
  return {
    question: `days from ${from} to ${to} of ${territory?.length ?? 'all'} communes`,
    difference: one === other ? undefined : `${one} instead of ${other}`,
  }
}
