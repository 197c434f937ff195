-- expand: a town hall takes over the register of its former system by itself.
create table act_registers (
  id uuid primary key default new_id(),
  acteur_id uuid not null references acteurs,
  commune_id uuid not null references communes,
  -- Whose rights it is taken over with.
  user_id uuid references users on delete set null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  why text check (why in ('right_lost', 'room', 'broken')),
  -- The kind of acts whose line does not say.
  nature text not null check (nature in ('deliberation', 'arrete', 'proces_verbal', 'budget', 'autre')),
  -- The table, as long as it is needed.
  text text,
  total integer not null check (total >= 0),
  known integer not null check (known >= 0),
  taken integer not null default 0,
  -- [{line, numero, why}]
  left_out jsonb not null default '[]' check (jsonb_typeof(left_out) = 'array'),
  -- The fence: each worker that takes it raises it, and a worker with an older one writes nothing more.
  attempts integer not null default 0,
  -- In a row, without a step that ended.
  failures integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint act_registers_ended check (
    (state = 'running') = (ended_at is null) and (state = 'running') = (text is not null)
    and (state = 'stopped') = (why is not null))
);
-- One of a town hall at a time, on all nodes and after any crash.
create unique index act_registers_one_at_a_time on act_registers (acteur_id) where state = 'running';
create index act_registers_due on act_registers (due_at) where state = 'running';
create index act_registers_of on act_registers (acteur_id, id desc);
create index act_registers_old on act_registers (created_at);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on act_registers to parvis_app;
  end if;
end $$;
