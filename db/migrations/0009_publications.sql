-- expand: publications, their types, their communes and their totals.

create table publication_types (
  id uuid primary key default new_id(),
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,40}$'),
  nom text not null check (length(nom) between 1 and 100),
  couleur text not null check (couleur ~ '^#[0-9a-f]{6}$'),
  icone text not null check (icone ~ '^[a-z0-9-]{1,40}$'),
  ordre int not null,
  -- Publications keep a retired type; new ones cannot get it.
  retired_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null default now()
);
create unique index publication_types_nom_taken on publication_types (lower(nom));
-- Not `ordre`: moving one type moves its neighbours, which nobody has edited.
create trigger publication_types_version before update on publication_types for each row
  when ((old.nom, old.couleur, old.icone, old.retired_at) is distinct from
        (new.nom, new.couleur, new.icone, new.retired_at))
  execute function bump_version();

insert into publication_types (slug, nom, couleur, icone, ordre) values
  ('actualite', 'Actualité', '#1d4ed8', 'newspaper', 1),
  ('evenement', 'Événement', '#7c3aed', 'calendar', 2),
  ('alerte', 'Alerte', '#b91c1c', 'alert', 3),
  ('annonce', 'Annonce', '#b45309', 'megaphone', 4),
  ('service', 'Service', '#0f766e', 'wrench', 5),
  ('deliberation', 'Délibération', '#374151', 'scale', 6);

---------------------------------------------------------------- publications

create function is_list_of(list jsonb, most int, required text[]) returns boolean immutable language sql as $$
  select jsonb_typeof(list) = 'array' and jsonb_array_length(list) between 1 and most
    and not exists (select from jsonb_array_elements(list) each where not each ?& required)
$$;

create table publications (
  id uuid primary key default new_id(),
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) between 1 and 20000),
  -- Null: imported from a source that has no acteur.
  acteur_id uuid references acteurs,
  type_id uuid not null references publication_types,
  commune_id uuid not null references communes,
  -- All of its communes, its own first. A trigger writes publication_communes.
  commune_ids uuid[] not null check (commune_ids[1] = commune_id and cardinality(commune_ids) <= 51),
  date_debut date,
  date_fin date check (date_fin >= date_debut),
  lieu text check (length(lieu) between 1 and 200),
  image_url text check (length(image_url) <= 2000),
  source_url text check (length(source_url) <= 2000),
  epingle boolean not null default false,
  en_avant boolean not null default false,
  featured_until timestamptz check (en_avant or featured_until is null),
  moderation_status text not null check (moderation_status in ('pending', 'approved', 'published', 'rejected')),
  valide boolean not null,
  publie_le timestamptz,
  -- The last decider: nobody overrules the back-office, and a member does not lift the hold of a mairie.
  moderation_by text not null check (moderation_by in ('member', 'mairie', 'backoffice', 'import')),
  moderation_reason text check (length(moderation_reason) <= 1000),
  moderation_reason_code text check (moderation_reason_code in
    ('spam', 'inappropriate', 'false_information', 'illegal', 'duplicate', 'off_topic', 'other')),
  moderated_at timestamptz,
  moderated_by uuid references users on delete set null,
  -- Open reports. Set by triggers.
  reports_count int not null default 0 check (reports_count >= 0),
  import_source_id uuid,
  created_by uuid references users on delete set null,
  -- A hash of the address or the text (publications/duplicates.ts): duplicates share it.
  duplicate_key uuid not null,
  duplicate_reason text not null check (duplicate_reason in ('source_url', 'signature')),
  -- When the text changed last: an earlier approval was about another text.
  edited_at timestamptz not null default now(),
  deleted_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- From when on the public sees it; null for never. The visibility rule is `visible_le <= now()` and nothing else.
  visible_le timestamptz generated always as (
    case when valide and moderation_status in ('approved', 'published') and deleted_at is null then publie_le end) stored,
  edited_by uuid references users on delete set null,
  -- Copied from the uploads, which never change, so that a list reads no further table. Null: none.
  images jsonb constraint publications_images
    check (is_list_of(images, 10, '{id,alt,key,width,height,widths,placeholder}')),
  documents jsonb constraint publications_documents check (is_list_of(documents, 5, '{id,name,key,bytes}')),
  -- References fetched_pictures (0011_pictures.sql).
  picture_id uuid,
  constraint publications_valide_when_decided check (not valide or moderation_status in ('approved', 'published')),
  constraint publications_published_has_its_time check (moderation_status <> 'published' or publie_le is not null)
);

-- Public lists.
create index publications_visible on publications (visible_le desc, id desc) where visible_le is not null;
create index publications_visible_by_type on publications (type_id, visible_le desc, id desc)
  where visible_le is not null;
create index publications_visible_by_commune on publications (commune_id, visible_le desc, id desc) include (type_id)
  where visible_le is not null;
create index publications_visible_by_acteur on publications (acteur_id, epingle desc, visible_le desc, id desc)
  where visible_le is not null;
create index publications_visible_by_day on publications (date_debut, id) include (visible_le, type_id)
  where visible_le is not null;
create index publications_visible_by_commune_day on publications (commune_id, date_debut, id)
  include (visible_le, type_id) where visible_le is not null;
create index publications_featured on publications (visible_le desc, id desc) where en_avant;

-- Lists of the back-office and of members.
create index publications_by_age on publications (created_at desc, id desc);
create index publications_by_status on publications (moderation_status, created_at desc, id desc)
  include (publie_le, duplicate_key) where deleted_at is null;
create index publications_by_acteur on publications (acteur_id, created_at desc, id desc);
create index publications_by_commune on publications (commune_id, created_at desc, id desc)
  include (moderation_status, valide, deleted_at, type_id, duplicate_key);
create index publications_by_publication on publications (publie_le, id);
create index publications_by_title on publications (fold(title), id);
create index publications_by_author on publications (created_by, created_at desc, id desc)
  where created_by is not null;
create index publications_by_editor on publications (edited_by) where edited_by is not null;
create index publications_by_moderator on publications (moderated_by, created_at desc, id desc) include (deleted_at)
  where moderated_by is not null;
create index publications_by_decider on publications (moderation_by, created_at desc, id desc) where deleted_at is null;
create index publications_by_change on publications (updated_at) include (deleted_at);
create index publications_by_import on publications (import_source_id, created_at desc, id desc)
  where import_source_id is not null;
create index publications_by_first_day on publications (date_debut, id) where date_debut is not null;
create index publications_reported on publications (reports_count desc, created_at desc, id desc)
  where reports_count > 0;
create index publications_not_valide on publications (created_at desc, id desc) include (publie_le, deleted_at)
  where not valide;
-- Approved without a time.
create index publications_undated on publications (created_at desc, id desc)
  where valide and deleted_at is null and publie_le is null;
create index publications_deleted on publications (created_at desc, id desc) where deleted_at is not null;
create index publications_alike on publications (duplicate_key, created_at desc, id desc) where deleted_at is null;
-- Imports do not bring back what was deleted here, also when the same content comes from another source.
create index publications_imported_and_deleted on publications (duplicate_key)
  where deleted_at is not null and import_source_id is not null;

-- Figures: the menu shows since when the oldest one waits, the dashboard what was decided each day, a page of an acteur how
-- many publications it has.
create index publications_waiting on publications ((greatest(edited_at, moderated_at)))
  where moderation_status = 'pending' and deleted_at is null;
create index publications_decided on publications (moderated_at)
  include (moderation_status, created_at, edited_at) where moderation_by = 'backoffice' and moderated_at is not null;
create index publications_kept_by_acteur on publications (acteur_id) where deleted_at is null;

-- A citizen's report is no edit: it makes no new version.
create trigger publications_version before update on publications for each row
  when ((
    old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.date_fin, old.lieu, old.image_url,
    old.source_url, old.images, old.documents, old.epingle, old.en_avant, old.featured_until,
    old.moderation_status, old.valide, old.publie_le, old.moderation_by, old.moderation_reason,
    old.moderation_reason_code, old.deleted_at)
    is distinct from (
    new.title, new.body, new.type_id, new.commune_ids, new.date_debut, new.date_fin, new.lieu, new.image_url,
    new.source_url, new.images, new.documents, new.epingle, new.en_avant, new.featured_until,
    new.moderation_status, new.valide, new.publie_le, new.moderation_by, new.moderation_reason,
    new.moderation_reason_code, new.deleted_at))
  execute function bump_version();

---------------------------------------------------------------- further communes

-- The communes besides its own, each with what lists filter and sort by: the page of a commune walks two indexes and reads
-- only the rows that it shows (0.7 ms for a rare type; 23 ms if it read the publications).
create table publication_communes (
  publication_id uuid not null references publications on delete cascade,
  commune_id uuid not null references communes,
  visible_le timestamptz,
  type_id uuid not null,
  date_debut date,
  primary key (publication_id, commune_id)
);
create index publication_communes_visible on publication_communes (commune_id, visible_le desc, publication_id desc)
  include (type_id) where visible_le is not null;
create index publication_communes_visible_by_day on publication_communes (commune_id, date_debut, publication_id)
  include (visible_le, type_id) where visible_le is not null;
create index publication_communes_by_commune on publication_communes (commune_id, publication_id);

create function attach_communes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.commune_ids is distinct from new.commune_ids then
    delete from publication_communes where publication_id = new.id;
  end if;
  if cardinality(new.commune_ids) > 1 then
    insert into publication_communes (publication_id, commune_id, visible_le, type_id, date_debut)
      select new.id, other, new.visible_le, new.type_id, new.date_debut from unnest(new.commune_ids[2:]) as other
      on conflict (publication_id, commune_id) do update set
        visible_le = excluded.visible_le, type_id = excluded.type_id, date_debut = excluded.date_debut;
  end if;
  return null;
end $$;
create trigger publications_attached_first after insert on publications
  for each row when (cardinality(new.commune_ids) > 1) execute function attach_communes();
create trigger publications_attached after update on publications for each row
  when (old.commune_ids is distinct from new.commune_ids
        or (cardinality(new.commune_ids) > 1 and (old.visible_le, old.type_id, old.date_debut)
                                                 is distinct from (new.visible_le, new.type_id, new.date_debut)))
  execute function attach_communes();

---------------------------------------------------------------- totals

-- Each change adds a line, a total is the sum of its lines, and a job folds the lines together: writers do not wait for each
-- other, and a snapshot is exact.
create table publication_totals (
  moderation_status text not null,
  valide boolean not null,
  deleted boolean not null,
  type_id uuid not null,
  total bigint not null
);

create function count_publications() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from publication_totals;
  elsif tg_op = 'INSERT' then
    insert into publication_totals
      select moderation_status, valide, deleted_at is not null, type_id, count(*) from arrived group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into publication_totals
      select moderation_status, valide, deleted_at is not null, type_id, -count(*) from gone group by 1, 2, 3, 4;
  else
    insert into publication_totals
      select moderation_status, valide, deleted, type_id, sum(n) from (
        select moderation_status, valide, deleted_at is not null as deleted, type_id, 1 as n from arrived
        union all
        select moderation_status, valide, deleted_at is not null, type_id, -1 from gone) moved
      group by 1, 2, 3, 4 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger publications_counted_in after insert on publications
  referencing new table as arrived for each statement execute function count_publications();
create trigger publications_counted_out after delete on publications
  referencing old table as gone for each statement execute function count_publications();
create trigger publications_counted_over after update on publications
  referencing old table as gone new table as arrived for each statement execute function count_publications();
create trigger publications_counted_none after truncate on publications
  for each statement execute function count_publications();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on publication_types, publications, publication_communes to parvis_app;
    grant select, insert, delete on publication_totals to parvis_app;
  end if;
end $$;
