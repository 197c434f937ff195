import { sql, type Tx } from '../kernel/db/db.ts'

/** For the demo alone: each came so many minutes ago, and was decided some hours later if it was. */
export const makeOlder = (tx: Tx, ids: readonly string[], minutes: readonly number[]) =>
  tx.run(sql`
    update publications p set created_at = came.at, edited_at = came.at,
      moderated_at = case when p.moderated_at is not null then came.decided end,
      publie_le = case when p.publie_le <= now() then came.decided else p.publie_le end
    from (
      select id, now() - minutes * interval '1 minute' as at,
        least(now(), now() - minutes * interval '1 minute' + (1 + minutes % 50) * interval '1 hour') as decided
      from unnest(${[...ids]}::uuid[], ${[...minutes]}::int[]) as asked(id, minutes)) came
    where p.id = came.id`)
