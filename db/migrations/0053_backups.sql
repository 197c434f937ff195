-- expand: backups that are made by themselves (when, how it ended, what proves it), and how the last sweep of the store went.
-- A backup that never ended was killed.
create table backup_runs (
  id uuid primary key default new_id(),
  begun_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text check (outcome in ('made', 'failed')),
  file text check (length(file) <= 200),
  bytes bigint,
  -- Put into a database of its own and compared, or only read to its end.
  verified text check (verified in ('restored', 'read')),
  -- Why it failed, or why it was only read.
  reason text check (length(reason) <= 2000),
  check ((outcome is null) = (ended_at is null)),
  check (outcome is distinct from 'made' or (file is not null and bytes is not null and verified is not null))
);
create index backup_runs_begun on backup_runs (begun_at desc);

-- How the last look through the store of pictures and documents went: one row.
create table media_sweeps (
  one boolean primary key default true check (one),
  looked_at timestamptz not null,
  found bigint not null,
  -- Files that no row knows, and whether they were left because they are too many.
  unknown bigint not null,
  refused boolean not null
);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select on backup_runs to parvis_app;
    grant select, insert, update on media_sweeps to parvis_app;
  end if;
end $$;
