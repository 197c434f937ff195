import { withDatabase } from '../../foundation/command-line.ts'
import { type CommandInput, say } from '../../kernel/commands/command.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { recountDays, wrongDays } from './day-totals.ts'
import { countWrongGroups, groupAnew } from './duplicate-groups.ts'

const wantedDays = sql`
  select p.id, place.commune_id, day + (p.debut - p.date_debut) as debut, previous, place.n = 1 as own
  from publications p
  cross join lateral (
    select day, lag(day, 1, p.date_debut) over (order by day) as previous from unnest(p.dates) as day
    where day > p.date_debut) as days
  cross join unnest(p.commune_ids) with ordinality as place(commune_id, n)
  where p.dates <> '{}'`

/** Compares the stored totals with the publications, in one snapshot. */
const CHECKS = {
  'totals of the back-office list': sql`
    select count(*)::int as wrong from (
      select moderation_status, valide, deleted_at is not null as deleted, type_id, count(*) as total
      from publications group by 1, 2, 3, 4) as counted
    full join (
      select moderation_status, valide, deleted, type_id, sum(total) as total
      from publication_totals group by 1, 2, 3, 4 having sum(total) <> 0) as kept
    using (moderation_status, valide, deleted, type_id)
    where counted.total is distinct from kept.total`,
  'totals of each day': wrongDays,
  'open reports of each publication': sql`
    select count(*)::int as wrong from publications p
    left join (select publication_id, count(*)::int as n from publication_reports where closed_at is null
               group by 1) as open on open.publication_id = p.id
    where p.reports_count <> coalesce(open.n, 0)`,
  'further communes of each publication': sql`
    select count(*)::int as wrong from (
      select p.id, other, p.visible_le, p.type_id, p.debut
      from publications p, unnest(p.commune_ids[2:]) as other where cardinality(p.commune_ids) > 1) as wanted
    full join publication_communes kept on kept.publication_id = wanted.id and kept.commune_id = wanted.other
    where wanted.id is null or kept.publication_id is null
      or (wanted.visible_le, wanted.type_id, wanted.debut)
         is distinct from (kept.visible_le, kept.type_id, kept.debut)`,
  'further dates of each publication': sql`
    select count(*)::int as wrong from (${wantedDays}) as wanted
    full join publication_days kept on kept.publication_id = wanted.id and kept.commune_id = wanted.commune_id
      and kept.debut = wanted.debut
    where wanted.id is null or kept.publication_id is null
      or (wanted.previous, wanted.own) is distinct from (kept.previous, kept.own)`,
  'words and places that are searched': sql`
    select count(*)::int as wrong from publications p full join publication_words kept on kept.publication_id = p.id
    where p.id is null or kept.publication_id is null
      or (p.visible_le, p.commune_ids, words_of(p)) is distinct from (kept.visible_le, kept.commune_ids, kept.recherche)
      or (kept.moving and not exists (
        select from publication_words_moving m where (m.publication_id, m.recherche) = (p.id, kept.recherche)))`,
  'groups of duplicates': countWrongGroups,
} as const

/** Counting a million rows takes some seconds per check. */
const TIMEOUT_MS = 300_000

export const checkPublications = ({ config, queues, values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db }) => {
    const found = await db.transaction(async tx => {
      const patient = await tx.withTimeout(TIMEOUT_MS)
      if (values.repair === true) await repairKept(patient)
      return await checkKept(patient)
    })
    for (const { name, wrong } of found) say(wrong === 0 ? `ok    ${name}` : `wrong ${name}: ${wrong}`)
    if (found.some(({ wrong }) => wrong > 0))
      throw new Refusal('The stored totals differ from the publications: --repair counts again.')
  })

export async function checkKept(db: Db): Promise<{ name: string; wrong: number }[]> {
  const found = []
  for (const [name, query] of Object.entries(CHECKS))
    found.push({ name, wrong: (await db.one<{ wrong: number }>(query))?.wrong ?? 0 })
  return found
}

export async function repairKept(tx: Tx): Promise<void> {
  // Locks out writers and the job that folds the totals, so that the counts are exact.
  await tx.run(sql`
    lock table publications, publication_reports, publication_totals, publication_day_totals in share row exclusive mode`)
  await tx.run(sql`delete from publication_totals`)
  await tx.run(sql`
    insert into publication_totals (moderation_status, valide, deleted, type_id, total)
    select moderation_status, valide, deleted_at is not null, type_id, count(*) from publications group by 1, 2, 3, 4`)
  await tx.run(recountDays)
  await tx.run(sql`
    update publications p set reports_count = coalesce(open.n, 0)
    from publications every left join (
      select publication_id, count(*)::int as n from publication_reports where closed_at is null group by 1) as open
      on open.publication_id = every.id
    where p.id = every.id and p.reports_count <> coalesce(open.n, 0)`)
  await tx.run(sql`
    delete from publication_communes kept using publications p
    where p.id = kept.publication_id and not kept.commune_id = any(p.commune_ids[2:])`)
  await tx.run(sql`
    insert into publication_communes (publication_id, commune_id, visible_le, type_id, debut)
    select p.id, other, p.visible_le, p.type_id, p.debut from publications p, unnest(p.commune_ids[2:]) as other
    on conflict (publication_id, commune_id) do update set
      visible_le = excluded.visible_le, type_id = excluded.type_id, debut = excluded.debut`)
  await tx.run(sql`delete from publication_days`)
  await tx.run(sql`
    insert into publication_days (publication_id, commune_id, debut, previous, own) ${wantedDays}`)
  await tx.run(sql`
    insert into publication_words (publication_id, visible_le, commune_ids, recherche, week)
    select id, visible_le, commune_ids, words_of(p), week_for(null, id, visible_le) from publications p
    on conflict (publication_id) do update set visible_le = excluded.visible_le,
      commune_ids = excluded.commune_ids, recherche = excluded.recherche, week = excluded.week, moving = false`)
  for (const statement of groupAnew) await tx.run(statement)
}
