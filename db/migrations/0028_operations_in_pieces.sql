-- What is done to more than a few hundred publications is done piece by piece, by a job: how far it has come, and what is left.
alter table moderation_operations
  add column state text not null default 'done',
  add constraint moderation_operations_state_check
    check (state in ('queued', 'running', 'done', 'undoing', 'undone')),
  -- What was asked for, until it is done.
  add column request jsonb,
  add column updated int not null default 0 check (updated >= 0),
  add column unchanged int not null default 0 check (unchanged >= 0),
  add column failed int not null default 0 check (failed >= 0),
  add column restored int not null default 0 check (restored >= 0),
  add column skipped int not null default 0 check (skipped >= 0),
  add column undone_by uuid references users on delete set null;
update moderation_operations set updated = total, state = case when undone_at is null then 'done' else 'undone' end;
create index moderation_operations_by_undoer on moderation_operations (undone_by) where undone_by is not null;
-- One at a time for each person.
create unique index moderation_operations_one_under_way on moderation_operations (user_id)
  where state in ('queued', 'running');
create index moderation_operations_under_way on moderation_operations (id)
  where state in ('queued', 'running', 'undoing');

-- What an operation still has to do, in this order; each goes with the transaction that does it. `ids`: publications to
-- decide about (as they were found, in `versions`) or to put back, publications of an author or reports of a reporter to
-- write to, mails to take back.
create table moderation_pieces (
  operation_id uuid not null references moderation_operations on delete cascade,
  place bigint generated always as identity,
  step text not null check (step in ('decide', 'author', 'reporter', 'restore', 'withdraw')),
  ids uuid[] not null check (cardinality(ids) >= 1),
  versions int[] check (cardinality(versions) = cardinality(ids)),
  user_id uuid,
  primary key (operation_id, place)
);
-- What it left as it is, and why.
create table moderation_failures (
  operation_id uuid not null references moderation_operations on delete cascade,
  publication_id uuid not null,
  step text not null check (step in ('decide', 'restore')),
  error text not null check (error in ('not_found', 'stale_version')),
  primary key (operation_id, publication_id)
);
do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, delete on moderation_pieces, moderation_failures to parvis_app;
  end if;
end $$;
