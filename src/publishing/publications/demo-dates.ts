import { sql, type Tx } from '../../kernel/db/db.ts'

/**
 * Demo only: backdates publications by minutes, and their decisions, cancellations and reports accordingly. What its author
 * published is visible since it was written; what is to appear later stays so.
 */
export async function backdate(tx: Tx, ids: readonly string[], minutes: readonly number[]): Promise<void> {
  await tx.run(sql`
    update publications p set created_at = came.at, edited_at = came.at,
      moderated_at = case when p.moderated_at is not null then came.decided end,
      publie_le = case when p.publie_le is null or p.publie_le > now() then p.publie_le
        when p.moderated_at is null then came.at
        else came.decided end,
      annule_le = case when p.annule_le is not null then came.decided end,
      leve_le = case when p.leve_le is not null then came.decided end
    from (
      select id, now() - minutes * interval '1 minute' as at,
        least(now(), now() - minutes * interval '1 minute' + (1 + minutes % 50) * interval '1 hour') as decided
      from unnest(${[...ids]}::uuid[], ${[...minutes]}::int[]) as asked(id, minutes)) came
    where p.id = came.id`)
  await tx.run(sql`
    update publication_reports r set created_at = told.at
    from (
      select r.id, least(now(), p.publie_le
        + row_number() over (partition by p.id order by r.id) * interval '7 hours') as at
      from publication_reports r join publications p on p.id = r.publication_id
      where p.id = any(${[...ids]}::uuid[]) and p.publie_le <= now()) told
    where r.id = told.id`)
}
