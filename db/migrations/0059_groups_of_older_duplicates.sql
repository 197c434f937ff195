-- expand, concurrently: the groups of earlier publications, a thousand keys a transaction. Open reports are counted by their
-- index alone, and the index of statuses no longer has the duplicate key. Each statement may be repeated.

do $$ declare keys uuid[]; begin
  for keys in
    select array_agg(duplicate_key) from (
      select duplicate_key, (row_number() over (order by duplicate_key) - 1) / 1000 as batch from publications
      where deleted_at is null group by duplicate_key having count(*) > 1) as shared
    group by batch
  loop perform group_duplicates(keys, '{}'); commit; end loop; end $$;
create index concurrently if not exists publications_open_reports
  on publications (reports_count desc, created_at desc, id desc) include (deleted_at) where reports_count > 0;
create index concurrently if not exists publications_in_status
  on publications (moderation_status, created_at desc, id desc) include (publie_le) where deleted_at is null;
drop index concurrently if exists publications_reported;
drop index concurrently if exists publications_by_status;
