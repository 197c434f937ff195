-- What the last comparison with the payment provider found: the back-office shows it.
create table payment_comparisons (
  provider text primary key check (provider ~ '^[a-z0-9_-]{1,40}$'),
  compared_at timestamptz not null default now(),
  compared int not null check (compared >= 0),
  drifts jsonb not null
);
do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update on payment_comparisons to parvis_app;
  end if;
end $$;
