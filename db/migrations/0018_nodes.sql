-- Who runs this Parvis. Each process says every few seconds that it is there; what stopped saying so is gone.
-- Unlogged: it is worth nothing after a crash, after a restore, or on a replica.
create unlogged table nodes (
  -- Host and process: unique among those that live.
  node text primary key check (length(node) <= 300),
  process text not null check (process in ('all', 'web', 'worker')),
  -- What it calls itself and issues tokens as; null for a worker, and once it has stopped.
  address text check (length(address) <= 2000),
  version text not null check (length(version) <= 100),
  seen_at timestamptz not null default now(),
  -- When it last looked for jobs, however few there were; null for those that do no work.
  worked_at timestamptz
);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on nodes to parvis_app;
  end if;
end $$;
