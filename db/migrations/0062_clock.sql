-- expand: the database keeps the last time that was believed. While the clock is far ahead of it, nothing is deleted by age.

create table clock (
  one boolean primary key default true check (one),
  trusted_at timestamptz not null,
  hours_in_doubt int not null default 0 check (hours_in_doubt >= 0)
);

-- It begins with the newest sign of life, so that an upgrade with a wrong clock is noticed. A new database has none.
insert into clock (trusted_at) select coalesce(greatest(
  (select max(at) from audit_log where at <= now()),
  (select max(begun_at) from backup_runs where begun_at <= now()),
  (select max(updated_at) from auth_sessions where updated_at <= now())), now());

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, update on clock to parvis_app;
  end if;
end $$;
