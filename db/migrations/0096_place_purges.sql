-- expand: caches in front of la place are told what changed.

create table place_purges (
  cache text primary key,
  seq bigint not null default 0,
  seq_at timestamptz,
  again_seq bigint not null default 0,
  depends_on text not null default '',
  whole_at timestamptz default '-infinity',
  turn bigint not null default 0,
  leased_until timestamptz not null default '-infinity',
  failures integer not null default 0,
  failing_since timestamptz,
  error text
);
comment on table place_purges is 'How far each cache in front of la place was told of changes';
comment on column place_purges.cache is 'An address of PLACE_PURGE_URL';
comment on column place_purges.seq is 'It was told of all changes up to this one';
comment on column place_purges.seq_at is 'When that one got its number: a restored database may have another one';
comment on column place_purges.again_seq is 'And of all up to this one a second time, once no replica could be behind';
comment on column place_purges.depends_on is
  'What all pages depend on, when all of it was emptied: the versions of the nodes, and that of the scope of the pages';
comment on column place_purges.whole_at is 'When all of it is emptied; null: not planned';
comment on column place_purges.turn is 'The fence: a worker with an older number changes nothing';
comment on column place_purges.leased_until is 'A worker tells it, or the next attempt waits';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on place_purges to parvis_app;
  end if;
end $$;
