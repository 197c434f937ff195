-- expand: the days before are counted. A minute or two for ten million publications; nothing waits for it.

-- One snapshot: what is committed meanwhile keeps its lines, and is not counted here.
with gone as (delete from publication_day_totals)
insert into publication_day_totals (day, proposed, published, reported, rejected, changes_requested, median_hours, decided)
select day, sum(proposed), sum(published), sum(reported), sum(rejected), sum(changes_requested), max(median_hours), sum(decided)
from (
  select (created_at at time zone 'Europe/Paris')::date as day, count(*) as proposed, 0 as published, 0 as reported,
    null::bigint as decided, 0 as rejected, 0 as changes_requested, null::float8 as median_hours from publications group by 1
  union all
  select (visible_le at time zone 'Europe/Paris')::date, 0, count(*), 0, null, 0, 0, null from publications
  where visible_le is not null group by 1
  union all
  select (moderated_at at time zone 'Europe/Paris')::date, 0, 0, 0, count(*), count(*) filter (where moderation_status = 'rejected'),
    count(*) filter (where moderation_status = 'changes_requested'),
    round((percentile_cont(0.5) within group (order by greatest(0, extract(epoch from
      moderated_at - case when edited_at <= moderated_at then edited_at else created_at end))) / 3600)::numeric, 1)::float8
  from publications where moderation_by = 'backoffice' and moderated_at is not null group by 1
  union all
  select (created_at at time zone 'Europe/Paris')::date, 0, 0, count(*), null, 0, 0, null from publication_reports group by 1) each
group by day;
