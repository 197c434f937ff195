-- expand: applications, users with their roles, and the keys that sign tokens.

create table app_sources (
  slug text primary key check (slug ~ '^[a-z0-9_-]{1,40}$'),
  commune_ids uuid[],
  acteur_ids uuid[],
  created_at timestamptz not null default now(),
  nom text check (length(nom) between 1 and 100),
  active boolean not null default true,
  version int not null default 1,
  updated_at timestamptz not null default now()
);
insert into app_sources (slug, nom) values
  ('public', 'Site public'),
  ('backoffice', 'Back-office'),
  ('mairie', 'Espace mairie');
create trigger app_sources_version before update on app_sources
  for each row when (old.* is distinct from new.*) execute function bump_version();

---------------------------------------------------------------- users

create table users (
  id uuid primary key default new_id(),
  email text unique check (email = lower(email) and length(email) <= 254),
  invited_email text unique check (invited_email = lower(invited_email) and length(invited_email) <= 254),
  nom text check (length(nom) <= 200),
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  recherche text not null generated always as
    (plain_text(coalesce(email, '') || ' ' || coalesce(invited_email, '') || ' ' || coalesce(nom, ''))) stored,
  -- Operators find users by name; only administrators may search addresses.
  nom_recherche text generated always as (words_key(nom)) stored,
  version int not null default 1 check (version >= 1),
  updated_at timestamptz not null default now(),
  -- When the last invitation was sent.
  invited_at timestamptz,
  -- Access tokens issued before are refused, though they have not expired.
  signed_out_at timestamptz
);
create index users_by_search on users using gin (recherche gin_trgm_ops);
create index users_by_name on users using gin (nom_recherche gin_trgm_ops);
create index users_in_order_of_name on users ((coalesce(nom_recherche, '~') collate "C"), id);
create index users_by_last_seen on users ((coalesce(last_seen_at, '1970-01-01 00:00:00+00'::timestamptz)) desc, id desc);
create index users_suspended on users (id) where status = 'suspended';

-- Signing in is no edit: `last_seen_at` and the like make no new version.
create trigger users_version before update on users for each row
  when ((old.email, old.invited_email, old.nom, old.status) is distinct from
        (new.email, new.invited_email, new.nom, new.status))
  execute function bump_version();

insert into counters (name) values ('users');
create trigger users_counted_in after insert on users
  referencing new table as changed for each statement execute function count_rows();
create trigger users_counted_out after delete on users
  referencing old table as changed for each statement execute function count_rows();
create trigger users_counted_none after truncate on users
  for each statement execute function count_rows();

create table user_identities (
  issuer text not null check (length(issuer) <= 500),
  subject text not null check (length(subject) <= 255),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index user_identities_user on user_identities (user_id);

create table user_roles (
  user_id uuid not null references users on delete cascade,
  role text not null check (role in
    ('admin', 'operator_moderation', 'operator_claims', 'operator_support', 'operator_communes', 'operator_imports')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index user_roles_role on user_roles (role);

---------------------------------------------------------------- keys

-- The keys of the embedded issuer. The private half is sealed with PARVIS_SECRET.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
-- One key signs: of two nodes that start on an empty database, the second uses the key of the first.
create unique index signing_keys_current on signing_keys ((true)) where retired_at is null;

-- One random, sealed key a month. Once it is deleted, a hash of an address cannot be traced back to the address.
create table address_keys (
  month date primary key,
  key_sealed text not null
);

---------------------------------------------------------------- operators at work

-- The item that each operator is looking at. Unlogged: worthless after a crash, after a restore, and on a replica. No foreign
-- key: it would make every heartbeat lock a row of users.
create unlogged table presences (
  user_id uuid primary key,
  entity text not null check (length(entity) <= 40),
  item_id uuid not null,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now()
) with (fillfactor = 50);

-- Saved views of the back-office: the address of a list, under a name. Saving under the same name replaces the view.
create table views (
  id uuid primary key default new_id(),
  user_id uuid not null references users on delete cascade,
  area text not null check (area in ('moderation', 'claims', 'support', 'communes', 'imports', 'reserved')),
  nom text not null check (length(nom) between 1 and 80),
  address text not null check (length(address) between 1 and 1000 and address ~ '^/[a-z]'),
  shared boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index views_by_name on views (user_id, area, lower(nom));
create index views_shared on views (area) where shared;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete
      on app_sources, users, user_identities, user_roles, signing_keys, address_keys, presences, views to parvis_app;
  end if;
end $$;
