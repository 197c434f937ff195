-- expand: stored files are accounted for before they are kept, fetched pictures count for an acteur, removed ones stay removed.

-- Requests and jobs that are storing files under the key now. A crash leaves the count too high: the key then waits for the night.
alter table media add column holds int not null default 0 constraint media_holds check (holds >= 0);

-- Content that was removed for legal reasons. It is never stored again, and its address answers 410.
create table media_forgotten (
  key text primary key constraint media_forgotten_key check (key ~ '^[0-9a-f]{40}$'),
  forgotten_at timestamptz not null default now()
);
comment on table media_forgotten is 'Pictures and documents removed for legal reasons; src/media/forgotten.ts';

-- The acteur whose publication named the address first: its picture counts for the quota of that one.
alter table fetched_pictures
  add column acteur_id uuid references acteurs (id),
  drop constraint fetched_pictures_reason_check,
  add constraint fetched_pictures_reason_check
    check (reason in ('forbidden', 'gone', 'unreachable', 'too_large', 'unreadable', 'storage_full', 'removed'));
create index fetched_pictures_by_acteur on fetched_pictures (acteur_id) include (media_key)
  where acteur_id is not null and media_key is not null;
-- Asked for again each night, as far as there is room by then.
create index fetched_pictures_without_room on fetched_pictures (answered_at) where reason = 'storage_full';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, delete on media_forgotten to parvis_app;
  end if;
end $$;
