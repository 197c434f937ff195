-- expand: defibrillators: the national register as it was read last, and what communes correct in it.

create extension if not exists cube;

-- A field as it is shown: the correction of the commune, also a correction to null; else the value of the register.
create function shown_text(overrides jsonb, field text, otherwise text) returns text
language sql immutable parallel safe as $$
  select case when $1 ? $2 then $1 ->> $2 else $3 end
$$;
create function shown_number(overrides jsonb, field text, otherwise float8) returns float8
language sql immutable parallel safe as $$
  select case when $1 ? $2 then ($1 ->> $2)::float8 else $3 end
$$;

-- A point on the unit sphere. The straight distance of two points grows with the way between them on the ground, also across
-- the antimeridian and at the poles. Without an array, so that PostgreSQL can inline the function.
create function on_unit_sphere(latitude float8, longitude float8) returns cube
language sql immutable strict parallel safe as $$
  select public.cube(public.cube(public.cube(cos(radians($1)) * cos(radians($2))), cos(radians($1)) * sin(radians($2))),
    sin(radians($1)))
$$;

create function defibrillateur_words(overrides jsonb, nom text, adresse text, code_postal text, commune_nom text)
returns text language sql immutable parallel safe as $$
  select public.with_saints(public.words_key(
    coalesce(public.shown_text($1, 'nom', $2), '') || ' ' || coalesce(public.shown_text($1, 'adresse', $3), '') || ' ' ||
    coalesce(public.shown_text($1, 'code_postal', $4), '') || ' ' ||
    coalesce(public.shown_text($1, 'commune_nom', $5), '')))
$$;

create table defibrillateurs (
  id uuid primary key default new_id(),
  -- The id in the register (`c_gid`).
  gid text not null constraint defibrillateurs_once unique check (length(gid) between 1 and 50),
  nom text,
  adresse text,
  code_postal text,
  code_insee text,
  commune_nom text,
  latitude float8 check (latitude between -90 and 90),
  longitude float8 check (longitude between -180 and 180),
  acces text check (acces in ('interieur', 'exterieur')),
  acces_libre boolean,
  etage text,
  complement text,
  disponibilite_jours text[] not null default '{}',
  disponibilite_heures text[] not null default '{}',
  telephone text,
  etat_fonctionnement text,
  derniere_maintenance date,
  registry_updated_at timestamptz,
  -- The states of the register together: it works, its record is valid, and it is no duplicate.
  en_service boolean not null,
  -- The present commune: of an arrondissement its parent, of a merged commune its successor.
  commune_id uuid references communes,
  departement text,
  -- Status and note of the back-office, which no sync changes.
  statut text not null default 'actif' check (statut in ('actif', 'a_verifier', 'masque', 'hors_service')),
  note text check (length(note) <= 2000),
  -- When it was last written or, if withdrawn, last seen. A sync does not write unchanged rows.
  vu_le timestamptz not null default now(),
  retire_le timestamptz,
  actif boolean not null generated always as
    (statut = 'actif' and statut_commune = 'actif' and retire_le is null and en_service) stored,
  -- Status and corrections of the commune, copied from commune_defibrillateurs by triggers: searches read one table.
  statut_commune text not null default 'actif' check (statut_commune in ('actif', 'a_verifier', 'masque', 'hors_service')),
  overrides jsonb not null default '{}' check (jsonb_typeof(overrides) = 'object'),
  position cube generated always as
    (on_unit_sphere(shown_number(overrides, 'latitude', latitude), shown_number(overrides, 'longitude', longitude))) stored,
  recherche text not null generated always as
    (defibrillateur_words(overrides, nom, adresse, code_postal, commune_nom)) stored,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  constraint defibrillateurs_whole_position check ((latitude is null) = (longitude is null))
);
create index defibrillateurs_by_commune on defibrillateurs (commune_id, id);
create index defibrillateurs_by_code on defibrillateurs (code_insee, id);
create index defibrillateurs_by_departement on defibrillateurs (departement, id);
create index defibrillateurs_active on defibrillateurs (id) where actif;
create index defibrillateurs_by_search on defibrillateurs using gin (recherche gin_trgm_ops);
create index defibrillateurs_noticed on defibrillateurs (statut, id) where statut <> 'actif';
create index defibrillateurs_withdrawn on defibrillateurs (id) where retire_le is not null;
-- The public map, and apart from it the others for the back-office: neither search reads rows of the other.
create index defibrillateurs_near on defibrillateurs using gist (position) where actif;
create index defibrillateurs_unseen on defibrillateurs using gist (position) where not actif;
-- The map of France counts 187 000 rows by departement: an index-only scan of 10 MB takes 49 ms, the table 130 ms. Writing it
-- adds a twentieth to a changed row.
create index defibrillateurs_over on defibrillateurs (departement, statut) include (latitude, longitude);

-- A sync makes no new version.
create trigger defibrillateurs_version before update on defibrillateurs for each row
  when ((old.statut, old.note) is distinct from (new.statut, new.note)) execute function bump_version();

---------------------------------------------------------------- corrections

create table commune_defibrillateurs (
  id uuid primary key default new_id(),
  commune_id uuid not null references communes,
  -- Null: a device that the register does not have; `overrides` holds all its fields.
  gid text constraint commune_defibrillateurs_once unique references defibrillateurs (gid),
  statut text not null default 'actif' check (statut in ('actif', 'a_verifier', 'masque', 'hors_service')),
  note text check (length(note) <= 2000),
  overrides jsonb not null default '{}' check (jsonb_typeof(overrides) = 'object'),
  version int not null default 1,
  updated_at timestamptz not null default now()
);
create index commune_defibrillateurs_of on commune_defibrillateurs (commune_id, id);
create trigger commune_defibrillateurs_version before update on commune_defibrillateurs for each row
  when (old.* is distinct from new.*) execute function bump_version();

create function tell_defibrillateurs() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.gid is not null and (tg_op = 'DELETE' or new.gid is distinct from old.gid) then
    update defibrillateurs set statut_commune = 'actif', overrides = '{}' where gid = old.gid;
  end if;
  if tg_op <> 'DELETE' and new.gid is not null then
    update defibrillateurs set statut_commune = new.statut, overrides = new.overrides where gid = new.gid;
  end if;
  return null;
end $$;
-- A load of the register adds rows that correct nothing: they run no trigger.
create trigger commune_defibrillateurs_told after insert on commune_defibrillateurs for each row
  when (new.statut <> 'actif' or new.overrides <> '{}') execute function tell_defibrillateurs();
create trigger commune_defibrillateurs_told_again after update on commune_defibrillateurs for each row
  when ((old.gid, old.statut, old.overrides) is distinct from (new.gid, new.statut, new.overrides))
  execute function tell_defibrillateurs();
create trigger commune_defibrillateurs_taken_back after delete on commune_defibrillateurs for each row
  when (old.statut <> 'actif' or old.overrides <> '{}') execute function tell_defibrillateurs();

---------------------------------------------------------------- syncs

-- A sync of the whole register or of one commune.
create table defibrillateur_syncs (
  id uuid primary key default new_id(),
  commune_id uuid references communes on delete cascade,
  trigger text not null check (trigger in ('manual', 'schedule', 'command')),
  forced boolean not null default false,
  status text not null default 'queued' check (status in ('queued', 'running', 'ok', 'failed', 'held')),
  -- `said` in English, for `sync_error` of the API.
  error text check (length(error) <= 1000),
  -- Rows read so far.
  progress int not null default 0,
  counts jsonb,
  requested_by uuid references users on delete set null,
  -- A hash of the address that was read (it may contain a key), with its validators: the same version is not read again.
  source text,
  etag text,
  last_modified text,
  -- How often it was begun, and its last heartbeat: a sync of a killed worker is found.
  attempts int not null default 0,
  alive_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Why it failed or is held: {code, params}.
  said jsonb check (jsonb_typeof(said) = 'object')
);
create unique index defibrillateur_syncs_one_at_a_time
  on defibrillateur_syncs (coalesce(commune_id, '00000000-0000-0000-0000-000000000000'))
  where status in ('queued', 'running');
create index defibrillateur_syncs_of on defibrillateur_syncs (commune_id, id desc);
-- `vu_le` and `last_synced_at` are read from it.
create index defibrillateur_syncs_succeeded on defibrillateur_syncs (commune_id, finished_at) where status = 'ok';

-- A hash of the line of the register from which each device was read last: an equal line is not parsed again. A row is here
-- only while its line would give exactly the device; the triggers delete it when the device changes.
create table defibrillateur_lines (
  gid text primary key,
  mark bigint not null
);

create function forget_line() returns trigger language plpgsql as $$
begin
  delete from defibrillateur_lines where gid = old.gid;
  return null;
end $$;
create trigger defibrillateurs_changed after update on defibrillateurs for each row when (
  (old.gid, old.nom, old.adresse, old.code_postal, old.code_insee, old.commune_nom, old.latitude, old.longitude,
   old.acces, old.acces_libre, old.etage, old.complement, old.disponibilite_jours, old.disponibilite_heures,
   old.telephone, old.etat_fonctionnement, old.derniere_maintenance, old.registry_updated_at, old.en_service,
   old.commune_id, old.departement, old.retire_le)
  is distinct from
  (new.gid, new.nom, new.adresse, new.code_postal, new.code_insee, new.commune_nom, new.latitude, new.longitude,
   new.acces, new.acces_libre, new.etage, new.complement, new.disponibilite_jours, new.disponibilite_heures,
   new.telephone, new.etat_fonctionnement, new.derniere_maintenance, new.registry_updated_at, new.en_service,
   new.commune_id, new.departement, new.retire_le))
  execute function forget_line();
create trigger defibrillateurs_gone after delete on defibrillateurs for each row execute function forget_line();

create function forget_lines() returns trigger language plpgsql as $$
begin
  delete from defibrillateur_lines;
  return null;
end $$;
create trigger defibrillateurs_emptied after truncate on defibrillateurs for each statement execute function forget_lines();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete
      on defibrillateurs, commune_defibrillateurs, defibrillateur_syncs, defibrillateur_lines to parvis_app;
  end if;
end $$;
