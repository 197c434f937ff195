-- Defibrillators: the national register as it was last read, what a commune says on top of it, and how each sync went.

create extension if not exists cube;

create table defibrillateurs (
  id uuid primary key default new_id(),
  -- The register's own name for it (its `c_gid`).
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
  -- What the register's own states amount to: it works, its sheet is valid, it is nobody's duplicate.
  en_service boolean not null,
  -- The commune of today that the register means: parents of arrondissements, successors of merged ones.
  commune_id uuid references communes,
  departement text,
  -- Ours: no sync touches them.
  statut text not null default 'actif' check (statut in ('actif', 'a_verifier', 'masque', 'hors_service')),
  note text check (length(note) <= 2000),
  -- When it was last written or, withdrawn, last seen. Rows that a sync finds unchanged are not written: the sync's own
  -- record says when that was.
  vu_le timestamptz not null default now(),
  retire_le timestamptz,
  actif boolean not null generated always as (statut = 'actif' and retire_le is null and en_service) stored,
  constraint defibrillateurs_whole_position check ((latitude is null) = (longitude is null))
);
create index defibrillateurs_by_commune on defibrillateurs (commune_id, id);
create index defibrillateurs_by_code on defibrillateurs (code_insee, id);
create index defibrillateurs_by_departement on defibrillateurs (departement, id);

-- What a commune says of its own, on top of the register: one row for each device of the register that stands in it.
create table commune_defibrillateurs (
  id uuid primary key default new_id(),
  commune_id uuid not null references communes,
  -- Null for one that the register does not know: then `overrides` says everything.
  gid text constraint commune_defibrillateurs_once unique references defibrillateurs (gid),
  statut text not null default 'actif' check (statut in ('actif', 'a_verifier', 'masque', 'hors_service')),
  note text check (length(note) <= 2000),
  overrides jsonb not null default '{}' check (jsonb_typeof(overrides) = 'object')
);
create index commune_defibrillateurs_of on commune_defibrillateurs (commune_id, id);

-- Each sync, of everything or of one commune.
create table defibrillateur_syncs (
  id uuid primary key default new_id(),
  commune_id uuid references communes on delete cascade,
  trigger text not null check (trigger in ('manual', 'schedule', 'command')),
  forced boolean not null default false,
  status text not null default 'queued' check (status in ('queued', 'running', 'ok', 'failed', 'held')),
  error text check (length(error) <= 1000),
  -- Rows read so far, and in the end what became of them.
  progress int not null default 0,
  counts jsonb,
  requested_by uuid references users on delete set null,
  -- Which source it read (a hash: addresses may hold keys), and what that said of its version: the same one is not
  -- read again.
  source text,
  etag text,
  last_modified text,
  -- How often it was begun, and its last sign of life: one that a killed worker left behind is noticed.
  attempts int not null default 0,
  alive_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create unique index defibrillateur_syncs_one_at_a_time
  on defibrillateur_syncs (coalesce(commune_id, '00000000-0000-0000-0000-000000000000'))
  where status in ('queued', 'running');
create index defibrillateur_syncs_of on defibrillateur_syncs (commune_id, id desc);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on defibrillateurs, commune_defibrillateurs, defibrillateur_syncs to parvis_app;
  end if;
end $$;
