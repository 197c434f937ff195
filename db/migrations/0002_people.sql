-- People: found by a part of their address or name, counted, and members of acteurs.

-- How free text is compared: without case and accents, everything else kept.
create function fold(text) returns text language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, $1))
$$;

alter table users add column recherche text not null
  generated always as (fold(coalesce(email, '') || ' ' || coalesce(invited_email, '') || ' ' || coalesce(nom, ''))) stored;
create index users_by_search on users using gin (recherche gin_trgm_ops);
create index users_suspended on users (id) where status = 'suspended';

insert into counters (name, total) select 'users', count(*) from users;
create trigger users_counted_in after insert on users
  referencing new table as changed for each statement execute function count_rows();
create trigger users_counted_out after delete on users
  referencing old table as changed for each statement execute function count_rows();
create trigger users_counted_none after truncate on users
  for each statement execute function count_rows();

create table actor_users (
  acteur_id uuid not null references acteurs on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'editor')),
  permissions text[] not null default '{}'
    check (permissions <@ array['manage_publications', 'publish_publications']),
  created_at timestamptz not null default now(),
  primary key (acteur_id, user_id)
);
create index actor_users_user on actor_users (user_id);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on actor_users to parvis_app;
  end if;
end $$;
