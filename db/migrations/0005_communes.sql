-- expand: communes with their elected persons, waste collections and contacts.

create table communes (
  id uuid primary key default new_id(),
  -- Checked at the end of a statement: within one national list, two communes may exchange their slugs.
  slug text not null constraint communes_slug_taken unique deferrable initially immediate
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  nom text not null check (length(nom) between 1 and 200),
  -- The key to find and sort by. Set by a trigger: a generated column would be hidden from the triggers of the versions.
  cle text collate "C" not null,
  code_insee text constraint communes_code_insee_taken unique check (code_insee ~ '^([0-9]{2}|2[AB])[0-9]{3}$'),
  codes_postaux text[] not null default '{}',
  departement text check (departement ~ '^([0-9]{2,3}|2[AB])$'),
  region text check (region ~ '^[0-9]{2,3}$'),
  population int check (population >= 0),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  -- References acteurs (0006_acteurs.sql).
  mairie_actor_id uuid,
  -- The values of the last national list. A field that still equals its value was not edited here, and follows the next list.
  reference jsonb,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The commune that this one merged into; that one has no successor itself.
  successor_id uuid references communes,
  -- Each part is saved under a version of its own; `version` changes with any of them.
  fiche_version int not null default 1,
  elus_version int not null default 1,
  collectes_version int not null default 1,
  infos_version int not null default 1,
  constraint communes_successor_is_another check (successor_id <> id)
);
-- Lists leave merged communes out.
create index communes_by_name on communes (cle, id) where successor_id is null;
create index communes_by_departement on communes (departement, cle, id) where successor_id is null;
create index communes_by_postal_code on communes using gin (codes_postaux);
create index communes_mairie on communes (mairie_actor_id) where mairie_actor_id is not null;
create index communes_merged on communes (successor_id) where successor_id is not null;

-- "hay-les-roses" also finds L'Haÿ-les-Roses. An index and no column, so that it makes no new version.
create function key_behind_article(name text) returns text language sql immutable strict parallel safe as $$
  select public.search_key(substring(public.fold($1) from '^(?:l''|(?:le|la|les)[ -])(.+)$'))
$$;
create index communes_behind_article on communes (key_behind_article(nom) collate "C")
  where key_behind_article(nom) is not null;

create function set_search_key() returns trigger language plpgsql as $$
begin
  new.cle := search_key(new.nom);
  return new;
end $$;
create trigger communes_cle before insert or update of nom on communes for each row execute function set_search_key();

-- `reference` is no part of the record: a national list that changes nothing else makes no new version.
create trigger communes_version before update on communes for each row
  when ((old.slug, old.nom, old.code_insee, old.codes_postaux, old.departement, old.region, old.population,
         old.latitude, old.longitude, old.mairie_actor_id, old.successor_id,
         old.elus_version, old.collectes_version, old.infos_version)
        is distinct from
        (new.slug, new.nom, new.code_insee, new.codes_postaux, new.departement, new.region, new.population,
         new.latitude, new.longitude, new.mairie_actor_id, new.successor_id,
         new.elus_version, new.collectes_version, new.infos_version))
  execute function bump_version();

create function bump_fiche() returns trigger language plpgsql as $$
begin
  new.fiche_version := old.fiche_version + 1;
  return new;
end $$;
create trigger communes_fiche before update on communes for each row
  when ((old.slug, old.nom, old.code_insee, old.codes_postaux, old.departement, old.region, old.population,
         old.latitude, old.longitude, old.mairie_actor_id, old.successor_id)
        is distinct from
        (new.slug, new.nom, new.code_insee, new.codes_postaux, new.departement, new.region, new.population,
         new.latitude, new.longitude, new.mairie_actor_id, new.successor_id))
  execute function bump_fiche();

insert into counters (name) values ('communes');
create trigger communes_counted_in after insert on communes
  referencing new table as changed for each statement execute function count_rows();
create trigger communes_counted_out after delete on communes
  referencing old table as changed for each statement execute function count_rows();
create trigger communes_counted_none after truncate on communes
  for each statement execute function count_rows();

-- Earlier slugs, so that links to them go on working. A current slug comes first.
create table commune_slugs (
  slug text primary key,
  commune_id uuid not null references communes on delete cascade
);
create index commune_slugs_of on commune_slugs (commune_id);

create function keep_old_slug() returns trigger language plpgsql as $$
begin
  insert into commune_slugs (slug, commune_id) values (old.slug, new.id)
    on conflict (slug) do update set commune_id = excluded.commune_id;
  return null;
end $$;
create trigger communes_old_slug after update of slug on communes
  for each row when (old.slug is distinct from new.slug) execute function keep_old_slug();

---------------------------------------------------------------- elus

create table elus (
  id uuid primary key default new_id(),
  commune_id uuid not null references communes on delete cascade,
  nom text not null check (length(nom) between 1 and 200),
  prenom text not null check (length(prenom) between 1 and 200),
  fonction text not null check (length(fonction) between 1 and 200),
  debut_mandat date,
  debut_fonction date,
  ordre int not null default 1,
  -- Person and function as the register spelled them: registers match rows by it, also after an edit here.
  cle text not null,
  -- The kinds of register that contain this row; empty for a row that was written here.
  registres text[] not null default '{}' check (registres <@ array['maires', 'municipaux', 'arrondissement']),
  -- Edited here: registers leave the row alone.
  modifie boolean not null default false,
  -- Removed here, and kept so that no register adds it again.
  retire boolean not null default false,
  constraint elus_once unique (commune_id, cle)
);

---------------------------------------------------------------- collectes

create table collectes (
  id uuid primary key default new_id(),
  commune_id uuid not null references communes on delete cascade,
  type text not null check (type in
    ('ordures_menageres', 'recyclables', 'verre', 'biodechets', 'encombrants', 'dechets_verts', 'autre')),
  libelle text check (length(libelle) between 1 and 200),
  zone text check (length(zone) between 1 and 200),
  jours int[] not null default '{}' check (jours <@ array[1, 2, 3, 4, 5, 6, 7]),
  frequence text not null check (frequence in
    ('hebdomadaire', 'semaines_paires', 'semaines_impaires', 'mensuelle', 'sur_rendez_vous')),
  heure_debut text check (heure_debut ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  notes text check (length(notes) between 1 and 2000),
  exceptions jsonb not null default '[]' check (jsonb_typeof(exceptions) = 'array'),
  ordre int not null default 1,
  constraint collectes_have_days check (frequence = 'sur_rendez_vous' or cardinality(jours) > 0)
);
create index collectes_of on collectes (commune_id, ordre, id);

---------------------------------------------------------------- infos

create table commune_infos (
  id uuid primary key default new_id(),
  commune_id uuid not null references communes on delete cascade,
  libelle text check (length(libelle) <= 200),
  adresse text check (length(adresse) <= 500),
  telephone text check (length(telephone) <= 50),
  email text check (length(email) <= 254),
  site_web text check (length(site_web) <= 2000),
  horaires text check (length(horaires) <= 2000),
  ordre int not null default 1,
  -- From the national directory, whose licence asks for the `mention` where its data are shown.
  annuaire boolean not null default false,
  mention text check (length(mention) <= 500),
  -- As in elus.
  modifie boolean not null default false,
  retire boolean not null default false
);
create index commune_infos_of on commune_infos (commune_id, ordre, id);
create unique index commune_infos_annuaire_once on commune_infos (commune_id) where annuaire;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on communes, commune_slugs, elus, collectes, commune_infos to parvis_app;
  end if;
end $$;
