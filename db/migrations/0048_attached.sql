-- What a publication shows: pictures in their order, and documents. What is needed to show them is copied from the upload,
-- which never changes: a list reads no further table. Null is none.
create function is_list_of(list jsonb, most int, required text[]) returns boolean immutable language sql as $$
  select jsonb_typeof(list) = 'array' and jsonb_array_length(list) between 1 and most
    and not exists (select from jsonb_array_elements(list) each where not each ?& required)
$$;
alter table publications
  add column images jsonb constraint publications_images
    check (is_list_of(images, 10, '{id,alt,key,width,height,widths,placeholder}')),
  add column documents jsonb constraint publications_documents
    check (is_list_of(documents, 5, '{id,name,key,bytes}'));
alter table publication_revisions add column images jsonb, add column documents jsonb;

-- Which uploads a publication shows, or showed: until then an operation may bring them back.
create table publication_uploads (
  publication_id uuid not null references publications (id) on delete cascade,
  upload_id uuid not null references uploads (id),
  detached_at timestamptz,
  primary key (publication_id, upload_id)
);
create index publication_uploads_of on publication_uploads (upload_id);
create index publication_uploads_detached on publication_uploads (detached_at) where detached_at is not null;

create function attach_uploads() returns trigger language plpgsql as $$
declare
  shown uuid[] := array(
    select distinct (each ->> 'id')::uuid
    from jsonb_array_elements(coalesce(new.images, '[]') || coalesce(new.documents, '[]')) each order by 1);
begin
  insert into publication_uploads (publication_id, upload_id) select new.id, unnest(shown)
    on conflict (publication_id, upload_id) do update set detached_at = null
      where publication_uploads.detached_at is not null;
  update publication_uploads set detached_at = now()
    where publication_id = new.id and detached_at is null and upload_id <> all (shown);
  return null;
end $$;
create trigger publications_shows_first after insert on publications for each row
  when (new.images is not null or new.documents is not null) execute function attach_uploads();
create trigger publications_shows after update on publications for each row
  when (old.images is distinct from new.images or old.documents is distinct from new.documents)
  execute function attach_uploads();

drop trigger publications_version on publications;
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

create or replace function keep_revision() returns trigger language plpgsql as $$
declare
  approved timestamptz := greatest(old.edited_at, old.moderated_at);
  seen timestamptz := case when old.publie_le <= now() then greatest(old.publie_le, approved) end;
begin
  update publication_revisions r set approved_at = approved, visible_from = coalesce(r.visible_from, seen)
    where r.id = (select id from publication_revisions where publication_id = old.id order by kept_at desc limit 1)
      and (r.title, r.body, r.type_id, r.commune_ids, r.date_debut, r.date_fin, r.lieu, r.image_url, r.source_url,
          r.images, r.documents)
        is not distinct from (old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.date_fin, old.lieu,
          old.image_url, old.source_url, old.images, old.documents);
  if not found then
    insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, date_fin, lieu,
      image_url, source_url, images, documents, written_by, written_at, approved_at, visible_from)
    values (old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.date_fin, old.lieu,
      old.image_url, old.source_url, old.images, old.documents, coalesce(old.edited_by, old.created_by), old.edited_at,
      approved, seen);
  end if;
  return null;
end $$;
drop trigger publications_revised on publications;
create trigger publications_revised after update on publications for each row
  when (old.valide and (not new.valide or (
    old.title, old.body, old.type_id, old.date_debut, old.date_fin, old.lieu, old.image_url, old.source_url,
    old.images, old.documents) is distinct from (
    new.title, new.body, new.type_id, new.date_debut, new.date_fin, new.lieu, new.image_url, new.source_url,
    new.images, new.documents)))
  execute function keep_revision();

-- The picture of an acteur.
alter table acteurs
  add column image jsonb constraint acteurs_image
    check (image ?& '{id,alt,key,width,height,widths,placeholder}'),
  add column image_upload_id uuid generated always as ((image ->> 'id')::uuid) stored references uploads (id);
create index acteurs_by_image on acteurs (image_upload_id) where image_upload_id is not null;
drop trigger acteurs_version on acteurs;
create trigger acteurs_version before update on acteurs for each row
  when ((
    old.nom, old.slug, old.type, old.commune_id, old.description, old.adresse, old.telephone, old.email,
    old.site_web, old.horaires, old.image, old.siret, old.rna, old.valide, old.badge, old.active,
    old.can_publish, old.deleted_at)
    is distinct from (
    new.nom, new.slug, new.type, new.commune_id, new.description, new.adresse, new.telephone, new.email,
    new.site_web, new.horaires, new.image, new.siret, new.rna, new.valide, new.badge, new.active,
    new.can_publish, new.deleted_at))
  execute function bump_version();

-- What they sent follows acteurs that are put together.
alter table acteur_merges add column uploads uuid[] not null default '{}';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on publication_uploads to parvis_app;
  end if;
end $$;
