-- expand: words that the team watches for in publications that wait, and the hosts that accepted publications link to.

create table watched_words (
  id uuid primary key default new_id(),
  -- The badge of publications in which it is found.
  nom text not null check (length(nom) between 1 and 30),
  kind text not null constraint watched_words_kind_check check (kind in ('words', 'phones', 'new_hosts')),
  words text[] not null default '{}' check (cardinality(words) <= 200),
  active boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint watched_words_of_their_kind check ((kind = 'words') = (cardinality(words) > 0))
);
create unique index watched_words_nom_taken on watched_words (lower(nom));
create trigger watched_words_version before update on watched_words
  for each row when (old.* is distinct from new.*) execute function bump_version();

-- Hosts that accepted publications link to, learnt a day after their last change by a job.
create table published_hosts (
  host text primary key check (length(host) between 1 and 253)
);

-- One row: up to which change, in the order of (updated_at, id), publications were read for their hosts.
create table published_hosts_read (
  one boolean primary key default true check (one),
  updated_at timestamptz not null default '-infinity',
  publication_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into published_hosts_read default values;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on watched_words to parvis_app;
    grant select, insert on published_hosts to parvis_app;
    grant select, update on published_hosts_read to parvis_app;
  end if;
end $$;
