-- Communes, whole: who is elected, when what is collected, how the town hall is reached; and what becomes of those that
-- merge or change their name.

alter table acteurs
  add column if not exists adresse text,
  add column if not exists telephone text,
  add column if not exists email text,
  add column if not exists site_web text;

---------------------------------------------------------------- communes that merge or change their name

alter table communes
  -- One that left the national list: everything of it is found under this one. Never a chain.
  add column successor_id uuid references communes,
  -- Moves when its elus, collectes or infos do: they are saved under the commune's version.
  add column details int not null default 0,
  -- At the end of the statement: in one list, two communes may trade their slugs.
  drop constraint communes_slug_taken,
  add constraint communes_slug_taken unique (slug) deferrable initially immediate,
  add constraint communes_successor_is_another check (successor_id <> id);
create index communes_merged on communes (successor_id) where successor_id is not null;

-- What merged is in no list: passed over in the index alone.
drop index communes_by_name, communes_by_departement;
create index communes_by_name on communes (cle, id) where successor_id is null;
create index communes_by_departement on communes (departement, cle, id) where successor_id is null;

-- What the national list says is no change of the record: nobody's If-Match breaks over it.
drop trigger communes_version on communes;
create trigger communes_version before update on communes for each row
  when ((old.slug, old.nom, old.code_insee, old.codes_postaux, old.departement, old.region, old.population,
         old.latitude, old.longitude, old.mairie_actor_id, old.successor_id, old.details)
        is distinct from
        (new.slug, new.nom, new.code_insee, new.codes_postaux, new.departement, new.region, new.population,
         new.latitude, new.longitude, new.mairie_actor_id, new.successor_id, new.details))
  execute function bump_version();

-- Slugs that a commune once had: links to them go on working. The slug of a commune of today comes first.
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
  -- Person and function: what a register is matched by. Kept as the register spelt it when the row is edited here.
  cle text not null,
  -- The kinds of register that name this row; none for one that was written here.
  registres text[] not null default '{}' check (registres <@ array['maires', 'municipaux', 'arrondissement']),
  -- Edited here: registers leave it alone.
  modifie boolean not null default false,
  -- Taken out here, and kept so that no register brings it back.
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
  -- Comes from the national directory, which wants to be named where its data are shown.
  annuaire boolean not null default false,
  mention text check (length(mention) <= 500),
  modifie boolean not null default false,
  retire boolean not null default false
);
create index commune_infos_of on commune_infos (commune_id, ordre, id);
create unique index commune_infos_annuaire_once on commune_infos (commune_id) where annuaire;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on commune_slugs, elus, collectes, commune_infos to parvis_app;
  end if;
end $$;
-- Registers are staged in a temporary table. A server that does not let us give this right gives it to everybody.
do $$ begin
  execute format('grant temporary on database %I to parvis_app', current_database());
exception when undefined_object or insufficient_privilege then null;
end $$;
