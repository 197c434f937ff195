-- expand: publications and reports are counted by day.

-- Lines as those of publication_totals: the sum is the number, and a job folds the lines.
create table publication_day_totals (
  -- In Paris.
  day date not null,
  proposed bigint not null default 0,
  published bigint not null default 0,
  reported bigint not null default 0,
  -- Decisions of the back-office; null in a line that concerns none. A line of 0 says that decisions of the day changed.
  decided bigint,
  rejected bigint not null default 0,
  changes_requested bigint not null default 0,
  -- Computed by the fold. It holds while no other line of the day concerns decisions: src/publications/day-totals.ts.
  median_hours float8
);
do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, delete on publication_day_totals to parvis_app;
  end if;
end $$;

-- Waits for open writes: the next migration would count none of theirs, and they have left no line.
lock table publications, publication_reports in share row exclusive mode;

create or replace function count_publications() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from publication_totals;
    delete from publication_day_totals;
  elsif tg_op = 'INSERT' then
    insert into publication_totals
      select moderation_status, valide, deleted_at is not null, type_id, count(*) from arrived group by 1, 2, 3, 4;
    insert into publication_day_totals (day, proposed, published, decided, rejected, changes_requested)
      select (fact.at at time zone 'Europe/Paris')::date, count(*) filter (where kind = 'proposed'),
        count(*) filter (where kind = 'published'), nullif(count(decision), 0),
        count(*) filter (where decision = 'rejected'), count(*) filter (where decision = 'changes_requested')
      from arrived cross join lateral (values
        (created_at, 'proposed', null),
        (visible_le, 'published', null),
        (case when moderation_by = 'backoffice' then moderated_at end, 'decided', moderation_status)) fact(at, kind, decision)
      where fact.at is not null group by 1;
  elsif tg_op = 'DELETE' then
    insert into publication_totals
      select moderation_status, valide, deleted_at is not null, type_id, -count(*) from gone group by 1, 2, 3, 4;
    insert into publication_day_totals (day, proposed, published, decided, rejected, changes_requested)
      select (fact.at at time zone 'Europe/Paris')::date, -count(*) filter (where kind = 'proposed'),
        -count(*) filter (where kind = 'published'), -nullif(count(decision), 0),
        -count(*) filter (where decision = 'rejected'), -count(*) filter (where decision = 'changes_requested')
      from gone cross join lateral (values
        (created_at, 'proposed', null),
        (visible_le, 'published', null),
        (case when moderation_by = 'backoffice' then moderated_at end, 'decided', moderation_status)) fact(at, kind, decision)
      where fact.at is not null group by 1;
  else
    insert into publication_totals
      select moderation_status, valide, deleted, type_id, sum(n) from (
        select moderation_status, valide, deleted_at is not null as deleted, type_id, 1 as n from arrived
        union all
        select moderation_status, valide, deleted_at is not null, type_id, -1 from gone) moved
      group by 1, 2, 3, 4 having sum(n) <> 0;
    -- Not joined by id: the plan of a first statement of one row is kept, and loops over those of thousands. A decision
    -- that changes within its day moves no number, and still the median: its line has 0 decided.
    insert into publication_day_totals (day, proposed, published, decided, rejected, changes_requested)
      select (at at time zone 'Europe/Paris')::date, sum(proposed), sum(published), sum(decided), sum(rejected),
        sum(changes_requested)
      from (
        select at, sum(proposed) as proposed, sum(published) as published, null::bigint as decided, 0 as rejected,
          0 as changes_requested
        from (
          select created_at as at, 1 as proposed, 0 as published from arrived
          union all select created_at, -1, 0 from gone
          union all select visible_le, 0, 1 from arrived
          union all select visible_le, 0, -1 from gone) seen
        group by 1 having sum(proposed) <> 0 or sum(published) <> 0
        union all
        select moderated_at, 0, 0, sum(n), case when moderation_status = 'rejected' then sum(n) else 0 end,
          case when moderation_status = 'changes_requested' then sum(n) else 0 end
        from (
          select 1 as n, moderated_at, moderation_status, created_at, edited_at from arrived where moderation_by = 'backoffice'
          union all
          select -1, moderated_at, moderation_status, created_at, edited_at from gone where moderation_by = 'backoffice') decisions
        group by moderated_at, moderation_status, created_at, edited_at having sum(n) <> 0) moved
      where at is not null group by 1
      having sum(proposed) <> 0 or sum(published) <> 0 or count(decided) > 0;
  end if;
  return null;
end $$;

create function count_reports_by_day() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into publication_day_totals (day, reported)
      select (created_at at time zone 'Europe/Paris')::date, count(*) from arrived group by 1;
  elsif tg_op = 'DELETE' then
    insert into publication_day_totals (day, reported)
      select (created_at at time zone 'Europe/Paris')::date, -count(*) from gone group by 1;
  else
    insert into publication_day_totals (day, reported)
      select (created_at at time zone 'Europe/Paris')::date, sum(n) from (
        select created_at, 1 as n from arrived union all select created_at, -1 from gone) moved
      group by 1 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger publication_reports_days_in after insert on publication_reports
  referencing new table as arrived for each statement execute function count_reports_by_day();
create trigger publication_reports_days_out after delete on publication_reports
  referencing old table as gone for each statement execute function count_reports_by_day();
create trigger publication_reports_days_over after update on publication_reports
  referencing old table as gone new table as arrived for each statement execute function count_reports_by_day();
