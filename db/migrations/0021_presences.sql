-- Which item of the back-office each operator looks at: one row a person, so it never holds more than there are operators.
-- Unlogged: it is worth nothing after a crash, after a restore, or on a replica. No foreign key, which would make every
-- beat lock a row of users.
create unlogged table presences (
  user_id uuid primary key,
  entity text not null check (length(entity) <= 40),
  item_id uuid not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
) with (fillfactor = 50);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on presences to parvis_app;
  end if;
end $$;
