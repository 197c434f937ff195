-- The ground: who calls, what they did, what is limited, what runs, and the first two resources.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Two roles: the owner migrates, the service works as parvis_app and holds only what is granted to it.
-- A server that does not let us create a role keeps the same promises by triggers (end of this file).
do $$ begin
  create role parvis_app nologin;
exception when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;
do $$ begin
  execute format('grant parvis_app to %I', current_user);
exception when undefined_object or insufficient_privilege or invalid_grant_operation then null;
end $$;

-- Ids sort by age (UUID version 7). PostgreSQL 18 makes them; 17 is given the same layout.
do $do$ begin
  if current_setting('server_version_num')::int >= 180000 then
    execute 'create function new_id() returns uuid language sql volatile parallel safe as $$ select uuidv7() $$';
  else
    execute $def$
      create function new_id() returns uuid language sql volatile parallel safe as $$
        select encode(set_byte(set_byte(overlay(uuid_send(gen_random_uuid())
                 placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                 from 1 for 6), 6, get_byte(uuid_send(gen_random_uuid()), 6) & 15 | 112),
                 8, get_byte(uuid_send(gen_random_uuid()), 8) & 63 | 128), 'hex')::uuid
      $$
    $def$;
  end if;
end $do$;

-- How names are compared and sorted: without accents, case, hyphens, apostrophes and spaces.
create function search_key(name text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, name)), '[^a-z0-9]+', '', 'g')
$$;

-- Every table with a version: it moves when, and only when, the row really changed.
create function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

-- Totals that would cost a scan to count. Kept by triggers, exact under concurrency: the row is locked by who changes it.
create table counters (
  name text primary key,
  total bigint not null default 0 check (total >= 0)
);

create function count_rows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare moved bigint;
begin
  if tg_op = 'TRUNCATE' then
    update counters set total = 0 where name = tg_table_name;
    return null;
  end if;
  select count(*) * (case tg_op when 'INSERT' then 1 else -1 end) into moved from changed;
  if moved <> 0 then
    update counters set total = total + moved where name = tg_table_name;
  end if;
  return null;
end $$;

---------------------------------------------------------------- who calls

create table app_sources (
  slug text primary key check (slug ~ '^[a-z0-9_-]{1,40}$'),
  commune_ids uuid[],
  acteur_ids uuid[],
  created_at timestamptz not null default now()
);
insert into app_sources (slug) values ('public'), ('backoffice'), ('mairie');

create table users (
  id uuid primary key default new_id(),
  email text unique check (email = lower(email) and length(email) <= 254),
  invited_email text unique check (invited_email = lower(invited_email) and length(invited_email) <= 254),
  nom text check (length(nom) <= 200),
  status text not null default 'active' check (status in ('active', 'suspended')),
  -- Only for people of the embedded issuer: scrypt, `salt:key`.
  password_hash text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz
);

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
  role text not null check (role in ('admin', 'operator_moderation', 'operator_claims', 'operator_support',
                                     'operator_communes', 'operator_imports')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index user_roles_role on user_roles (role);

-- The embedded issuer's keys. The private half is sealed with PARVIS_SECRET.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);

-- One random key a month, sealed; without it an address hash can no longer be tied to an address.
create table address_keys (
  month date primary key,
  key_sealed text not null
);

---------------------------------------------------------------- what is limited, what is repeated

-- Unlogged: losing it in a crash costs nothing but a fresh allowance.
create unlogged table rate_limits (
  key text primary key,
  free_at timestamptz not null
);

create table idempotency_keys (
  caller text not null,
  key text not null check (length(key) <= 255),
  request_hash bytea not null,
  status int not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

---------------------------------------------------------------- what was done

create table audit_log (
  id bigint primary key generated by default as identity,
  at timestamptz not null default clock_timestamp(),
  user_id uuid,
  app_source text,
  request_id text,
  ip_hash text,
  action text not null check (length(action) <= 100),
  entity text not null check (length(entity) <= 100),
  entity_id text not null check (length(entity_id) <= 100),
  before jsonb,
  after jsonb
);
create index audit_log_entity on audit_log (entity, entity_id, id);
create index audit_log_action on audit_log (action, id);
create index audit_log_user on audit_log (user_id, id);
create index audit_log_at on audit_log (at);

-- Each seal covers a closed stretch of the log and the seal before it.
create table audit_seals (
  number int primary key check (number >= 1),
  last_id bigint not null unique,
  rows int not null check (rows > 0),
  hash bytea not null,
  sealed_at timestamptz not null default clock_timestamp()
);

-- The one way to write a row out for hashing. Epochs and jsonb do not depend on any setting.
create function audit_line(entry audit_log) returns text language sql immutable parallel safe as $$
  select jsonb_build_array(entry.id, extract(epoch from entry.at), entry.user_id, entry.app_source, entry.request_id,
    entry.ip_hash, entry.action, entry.entity, entry.entity_id, entry.before, entry.after)::text
$$;

create function audit_hash(previous bytea, after_id bigint, up_to_id bigint, out rows int, out hash bytea)
language sql stable set search_path = public, pg_temp as $$
  select count(*)::int,
         sha256(previous || convert_to(coalesce(string_agg(audit_line(entry), e'\n' order by entry.id), ''), 'UTF8'))
  from audit_log entry where (after_id is null or entry.id > after_id) and entry.id <= up_to_id
$$;

-- Seals what is not sealed yet. The lock waits for writers in flight and holds back new ones for the moment it takes
-- to read the last id: whoever was given a smaller one has committed or never will.
create function seal_audit(most int default 10000) returns setof audit_seals
language plpgsql security definer set search_path = public, pg_temp as $$
declare previous audit_seals; upper_id bigint; stretch record;
begin
  perform pg_advisory_xact_lock(hashtext('parvis.audit.seal'));
  select * into previous from audit_seals order by number desc limit 1;
  lock table audit_log in share mode;
  select max(id) into upper_id from
    (select id from audit_log where previous.last_id is null or id > previous.last_id order by id limit most) closed;
  if upper_id is null then return; end if;
  select * into stretch from audit_hash(coalesce(previous.hash, ''::bytea), previous.last_id, upper_id);
  return query insert into audit_seals (number, last_id, rows, hash)
    values (coalesce(previous.number, 0) + 1, upper_id, stretch.rows, stretch.hash) returning *;
end $$;

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is only ever added to' using errcode = 'insufficient_privilege';
end $$;

---------------------------------------------------------------- the first two resources

create table publication_types (
  id uuid primary key default new_id(),
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,40}$'),
  nom text not null check (length(nom) between 1 and 100),
  couleur text not null check (couleur ~ '^#[0-9a-f]{6}$'),
  icone text not null check (icone ~ '^[a-z0-9-]{1,40}$'),
  ordre int not null
);
insert into publication_types (slug, nom, couleur, icone, ordre) values
  ('actualite', 'Actualité', '#1d4ed8', 'newspaper', 1),
  ('evenement', 'Événement', '#7c3aed', 'calendar', 2),
  ('alerte', 'Alerte', '#b91c1c', 'alert', 3),
  ('annonce', 'Annonce', '#b45309', 'megaphone', 4),
  ('service', 'Service', '#0f766e', 'wrench', 5),
  ('deliberation', 'Délibération', '#374151', 'scale', 6);

-- Just enough for a commune to name its town hall; the rest comes with the acteurs themselves.
create table acteurs (
  id uuid primary key default new_id(),
  nom text not null check (length(nom) between 1 and 200)
);

create table communes (
  id uuid primary key default new_id(),
  slug text not null constraint communes_slug_taken unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  nom text not null check (length(nom) between 1 and 200),
  -- How it is found and sorted. Kept by a trigger: a generated column would hide from the one that counts versions.
  cle text collate "C" not null,
  code_insee text constraint communes_code_insee_taken unique check (code_insee ~ '^([0-9]{2}|2[AB])[0-9]{3}$'),
  codes_postaux text[] not null default '{}',
  departement text check (departement ~ '^([0-9]{2,3}|2[AB])$'),
  region text check (region ~ '^[0-9]{2,3}$'),
  population int check (population >= 0),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  mairie_actor_id uuid references acteurs,
  -- What the national list said last. A field that still equals it was not edited here and follows the next list.
  reference jsonb,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index communes_by_name on communes (cle, id);
create index communes_by_departement on communes (departement, cle, id);
create index communes_by_postal_code on communes using gin (codes_postaux);
create index communes_mairie on communes (mairie_actor_id) where mairie_actor_id is not null;

create function set_search_key() returns trigger language plpgsql as $$
begin
  new.cle := search_key(new.nom);
  return new;
end $$;
create trigger communes_cle before insert or update of nom on communes for each row execute function set_search_key();

create trigger communes_version before update on communes
  for each row when (old.* is distinct from new.*) execute function bump_version();

insert into counters (name) values ('communes');
create trigger communes_counted_in after insert on communes
  referencing new table as changed for each statement execute function count_rows();
create trigger communes_counted_out after delete on communes
  referencing old table as changed for each statement execute function count_rows();
create trigger communes_counted_none after truncate on communes
  for each statement execute function count_rows();

---------------------------------------------------------------- what the service may do

do $$ begin
  if not exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    create trigger audit_log_is_final before update or delete or truncate on audit_log
      for each statement execute function refuse_rewriting();
    create trigger audit_seals_are_final before update or delete or truncate on audit_seals
      for each statement execute function refuse_rewriting();
    return;
  end if;
  revoke all on function seal_audit(int) from public;
  grant usage on schema public to parvis_app;
  grant select on all tables in schema public to parvis_app;
  grant insert, update, delete on app_sources, users, user_identities, user_roles, rate_limits, idempotency_keys,
    signing_keys, address_keys, publication_types, acteurs, communes to parvis_app;
  -- No id, no date, no change, no removal: what is written is written as it happened.
  grant insert (user_id, app_source, request_id, ip_hash, action, entity, entity_id, before, after)
    on audit_log to parvis_app;
  grant execute on function seal_audit(int) to parvis_app;
end $$;
