-- expand: public changes in order, for GET /changes.

-- What programs read. `seq` is given by src/changes/number.ts alone, under the lock of `change_feed`: a reader that
-- sees a number sees all lower ones, on a replica too.
create table changes (
  seq bigint primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('start', 'type', 'commune', 'elus', 'collectes', 'infos', 'defibrillateurs', 'acteur', 'publication')),
  record_id uuid not null,
  change text not null check (change in ('created', 'changed', 'removed')),
  -- Before and after the change, so that an app whose scope the record leaves hears of it.
  commune_ids uuid[] not null default '{}',
  acteur_ids uuid[] not null default '{}'
);
comment on table changes is 'Public changes in order; src/changes/read.ts';
create table change_feed (
  one boolean primary key default true check (one),
  last_seq bigint not null
);
comment on table change_feed is 'The last number of `changes`; its row is the lock of whoever gives numbers';
-- A cursor names a row, so the table is never empty.
insert into changes (seq, kind, record_id, change) values (1, 'start', new_id(), 'created');
insert into change_feed (last_seq) values (1);

-- Filled by the triggers below. Its key is its only index: every public write pays for it.
create table changes_waiting (
  id bigint generated always as identity,
  -- In the future for what changes by time alone. A wrong clock delays nothing else.
  due_at timestamptz not null default '-infinity',
  kind text not null,
  record_id uuid not null,
  -- Whether the record was public before.
  was boolean not null,
  -- A planned appearance, which counts if it is still planned for `due_at`.
  appears boolean not null default false,
  commune_ids uuid[] not null default '{}',
  acteur_ids uuid[] not null default '{}',
  -- How far the publications of an acteur, type, picture or commune are told.
  told_to uuid,
  primary key (due_at, id),
  constraint changes_waiting_kind_check check (kind in ('type', 'commune', 'elus', 'collectes', 'infos', 'defibrillateurs', 'acteur', 'publication',
    'of_type', 'of_acteur', 'of_picture', 'of_commune'))
);
comment on table changes_waiting is 'Public changes that have no number yet, and those that are due by their time; src/changes/number.ts';

-- By the clock: a transaction may have begun before the publication that it changes was published.
create function tell_publication() returns trigger language plpgsql as $$
declare
  was boolean := coalesce(old.visible_le <= clock_timestamp(), false);
  shown boolean := coalesce(new.visible_le <= clock_timestamp(), false);
  one uuid := coalesce(new.id, old.id);
begin
  if was or shown then
    insert into changes_waiting (kind, record_id, was, commune_ids, acteur_ids)
      values ('publication', one, was,
        case when old.commune_ids = new.commune_ids then new.commune_ids else coalesce(old.commune_ids, '{}') || coalesce(new.commune_ids, '{}') end,
        array_remove(case when old.acteur_id = new.acteur_id then array[new.acteur_id] else array[old.acteur_id, new.acteur_id] end, null));
  end if;
  if not shown and new.visible_le is distinct from old.visible_le and new.visible_le is not null then
    insert into changes_waiting (due_at, kind, record_id, was, appears) values (new.visible_le, 'publication', one, false, true);
  end if;
  if new.en_avant and new.featured_until > clock_timestamp() and new.featured_until is distinct from old.featured_until then
    insert into changes_waiting (due_at, kind, record_id, was) values (new.featured_until, 'publication', one, true);
  end if;
  return null;
end $$;
create trigger publications_told_first after insert on publications for each row
  when (new.visible_le is not null) execute function tell_publication();
create trigger publications_told after update on publications for each row
  when ((old.visible_le is not null or new.visible_le is not null)
    and (old.version, old.visible_le, old.commune_ids, old.commune_id, old.acteur_id, old.picture_id)
      is distinct from (new.version, new.visible_le, new.commune_ids, new.commune_id, new.acteur_id, new.picture_id))
  execute function tell_publication();
create trigger publications_told_last after delete on publications for each row
  when (old.visible_le is not null) execute function tell_publication();

create function tell_acteur() returns trigger language plpgsql as $$
declare
  was boolean := coalesce(old.active and old.deleted_at is null, false);
  shown boolean := coalesce(new.active and new.deleted_at is null, false);
begin
  if was or shown then
    insert into changes_waiting (kind, record_id, was, commune_ids, acteur_ids)
      values ('acteur', coalesce(new.id, old.id), was, array_remove(array[old.commune_id, new.commune_id], null), array[coalesce(new.id, old.id)]);
  end if;
  -- Publications show these.
  if (old.nom, old.slug, old.type, old.badge) is distinct from (new.nom, new.slug, new.type, new.badge) and old.id = new.id then
    insert into changes_waiting (kind, record_id, was) values ('of_acteur', new.id, true);
  end if;
  return null;
end $$;
create trigger acteurs_told_first after insert on acteurs for each row execute function tell_acteur();
create trigger acteurs_told after update on acteurs for each row
  when ((old.version, old.commune_id) is distinct from (new.version, new.commune_id)) execute function tell_acteur();
create trigger acteurs_told_last after delete on acteurs for each row execute function tell_acteur();

-- The zone of an acteur. Where the acteur itself is written as well, its two changes become one.
create function tell_zone() returns trigger language plpgsql as $$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids, acteur_ids)
    select 'acteur', a.id, a.active and a.deleted_at is null, array_remove(array[old.commune_id, new.commune_id], null), array[a.id]
    from acteurs a where a.id = coalesce(new.acteur_id, old.acteur_id);
  return null;
end $$;
create trigger acteur_communes_told after insert or update or delete on acteur_communes for each row execute function tell_zone();

create function tell_commune() returns trigger language plpgsql as $$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids)
    select told.kind, new.id, old.successor_id is null, array[new.id]
    from (values ('commune', true), ('elus', old.elus_version <> new.elus_version),
      ('collectes', old.collectes_version <> new.collectes_version), ('infos', old.infos_version <> new.infos_version)) as told(kind, moved)
    where told.moved;
  -- Whether an alert is in force depends on the time zone of its commune.
  if (old.departement, old.code_insee) is distinct from (new.departement, new.code_insee) then
    insert into changes_waiting (kind, record_id, was) values ('of_commune', new.id, true);
  end if;
  return null;
end $$;
create trigger communes_told after update on communes for each row
  when (old.version is distinct from new.version) execute function tell_commune();
-- A statement loads all communes of France.
create function tell_communes() returns trigger language plpgsql as $$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids)
    select 'commune', id, false, array[id] from arrived where successor_id is null;
  return null;
end $$;
create trigger communes_told_first after insert on communes referencing new table as arrived
  for each statement execute function tell_communes();

create function tell_type() returns trigger language plpgsql as $$
begin
  insert into changes_waiting (kind, record_id, was) values ('type', coalesce(new.id, old.id), old.id is not null);
  if old.id = new.id and (old.nom, old.slug) is distinct from (new.nom, new.slug) then
    insert into changes_waiting (kind, record_id, was) values ('of_type', new.id, true);
  end if;
  return null;
end $$;
create trigger publication_types_told_first after insert on publication_types for each row execute function tell_type();
create trigger publication_types_told after update on publication_types for each row
  when (old.* is distinct from new.*) execute function tell_type();
create trigger publication_types_told_last after delete on publication_types for each row execute function tell_type();

create function tell_picture() returns trigger language plpgsql as $$
begin
  insert into changes_waiting (kind, record_id, was) values ('of_picture', new.id, true);
  return null;
end $$;
create trigger fetched_files_told after update on fetched_files for each row
  when (new.kind = 'image' and old.image is distinct from new.image) execute function tell_picture();

-- The devices of a commune are one list. A statement of the sync writes thousands.
create function tell_devices() returns trigger language plpgsql as $$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids)
    select distinct 'defibrillateurs', commune_id, true, array[commune_id] from told where commune_id is not null;
  return null;
end $$;
create trigger defibrillateurs_told_first after insert on defibrillateurs referencing new table as told
  for each statement execute function tell_devices();
create trigger defibrillateurs_told_last after delete on defibrillateurs referencing old table as told
  for each statement execute function tell_devices();
create trigger commune_defibrillateurs_told_first after insert on commune_defibrillateurs referencing new table as told
  for each statement execute function tell_devices();
create trigger commune_defibrillateurs_told_last after delete on commune_defibrillateurs referencing old table as told
  for each statement execute function tell_devices();
create function tell_device() returns trigger language plpgsql as $$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids)
    select distinct 'defibrillateurs', one, true, array[one] from unnest(array[old.commune_id, new.commune_id]) as one where one is not null;
  return null;
end $$;
create trigger commune_defibrillateurs_told_over after update on commune_defibrillateurs for each row
  when (old.* is distinct from new.*) execute function tell_device();
create trigger defibrillateurs_told after update on defibrillateurs for each row when (
  (old.gid, old.nom, old.adresse, old.code_postal, old.code_insee, old.commune_nom, old.latitude, old.longitude,
   old.acces, old.acces_libre, old.etage, old.complement, old.disponibilite_jours, old.disponibilite_heures,
   old.telephone, old.etat_fonctionnement, old.derniere_maintenance, old.registry_updated_at, old.en_service,
   old.commune_id, old.departement, old.retire_le, old.statut, old.statut_commune, old.overrides)
  is distinct from
  (new.gid, new.nom, new.adresse, new.code_postal, new.code_insee, new.commune_nom, new.latitude, new.longitude,
   new.acces, new.acces_libre, new.etage, new.complement, new.disponibilite_jours, new.disponibilite_heures,
   new.telephone, new.etat_fonctionnement, new.derniere_maintenance, new.registry_updated_at, new.en_service,
   new.commune_id, new.departement, new.retire_le, new.statut, new.statut_commune, new.overrides))
  execute function tell_device();

-- What is planned already.
insert into changes_waiting (due_at, kind, record_id, was, appears)
  select visible_le, 'publication', id, false, true from publications where visible_le > now();
insert into changes_waiting (due_at, kind, record_id, was)
  select featured_until, 'publication', id, true from publications where en_avant and featured_until > now() and visible_le is not null;
-- So that the end of alerts in force is planned.
insert into changes_waiting (kind, record_id, was)
  select 'publication', id, true from publications
  where type_id = (select id from publication_types where slug = 'alerte') and visible_le <= now() and leve_le is null
    and coalesce(fin_le at time zone 'UTC', coalesce(date_fin, date_debut) + interval '2 days', publie_le at time zone 'UTC' + interval '4 days') > now() at time zone 'UTC';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, delete on changes to parvis_app;
    grant select, update on change_feed to parvis_app;
    grant select, insert, delete on changes_waiting to parvis_app;
    -- A backup made by the account of a node reads all sequences.
    grant select on sequence changes_waiting_id_seq to parvis_app;
  end if;
end $$;
