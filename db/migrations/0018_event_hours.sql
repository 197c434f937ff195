-- contract: needs 18. Hours of events; lists by day are in the order of the hours. No release is older than this migration,
-- which rewrites publications once, for the generated column.

alter table publications
  add column heure_debut text check (heure_debut ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column heure_fin text check (heure_fin ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add constraint publications_hours check (
    (heure_debut is null or date_debut is not null) and (heure_fin is null or heure_debut is not null)
    and (heure_fin is null or heure_fin > heure_debut or date_fin > date_debut)),
  -- What lists by day are ordered by. The microsecond puts midnight behind events without an hour.
  add column debut timestamp generated always as (date_debut::timestamp +
    case when heure_debut is null then interval '0'
      else make_interval(hours => left(heure_debut, 2)::int, mins => right(heure_debut, 2)::int, secs => 0.000001)
    end) stored;

drop index publications_visible_by_day, publications_visible_by_commune_day, publications_by_first_day;
create index publications_visible_by_day on publications (debut, id) include (visible_le, type_id)
  where visible_le is not null;
create index publications_visible_by_commune_day on publications (commune_id, debut, id)
  include (visible_le, type_id) where visible_le is not null;
create index publications_by_first_day on publications (debut, id) where debut is not null;

drop trigger publications_version on publications;
create trigger publications_version before update on publications for each row
  when ((
    old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut, old.date_fin, old.heure_fin,
    old.lieu, old.image_url, old.source_url, old.images, old.documents, old.epingle, old.en_avant,
    old.featured_until, old.moderation_status, old.valide, old.publie_le, old.moderation_by,
    old.moderation_reason, old.moderation_reason_code, old.deleted_at)
    is distinct from (
    new.title, new.body, new.type_id, new.commune_ids, new.date_debut, new.heure_debut, new.date_fin, new.heure_fin,
    new.lieu, new.image_url, new.source_url, new.images, new.documents, new.epingle, new.en_avant,
    new.featured_until, new.moderation_status, new.valide, new.publie_le, new.moderation_by,
    new.moderation_reason, new.moderation_reason_code, new.deleted_at))
  execute function bump_version();

---------------------------------------------------------------- further communes

alter table publication_communes add column debut timestamp, drop column date_debut;
update publication_communes link set debut = p.debut from publications p
  where p.id = link.publication_id and p.debut is not null;
create index publication_communes_visible_by_day on publication_communes (commune_id, debut, publication_id)
  include (visible_le, type_id) where visible_le is not null;

create or replace function attach_communes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.commune_ids is distinct from new.commune_ids then
    delete from publication_communes where publication_id = new.id;
  end if;
  if cardinality(new.commune_ids) > 1 then
    insert into publication_communes (publication_id, commune_id, visible_le, type_id, debut)
      select new.id, other, new.visible_le, new.type_id, new.debut
      from unnest(new.commune_ids[2:]) as other
      on conflict (publication_id, commune_id) do update set visible_le = excluded.visible_le,
        type_id = excluded.type_id, debut = excluded.debut;
  end if;
  return null;
end $$;
drop trigger publications_attached on publications;
create trigger publications_attached after update on publications for each row
  when (old.commune_ids is distinct from new.commune_ids
        or (cardinality(new.commune_ids) > 1 and (old.visible_le, old.type_id, old.debut)
                                                 is distinct from (new.visible_le, new.type_id, new.debut)))
  execute function attach_communes();

---------------------------------------------------------------- approved texts

alter table publication_revisions add column heure_debut text, add column heure_fin text;

create or replace function keep_revision() returns trigger language plpgsql as $$
declare
  approved timestamptz := greatest(old.edited_at, old.moderated_at);
  seen timestamptz := case when old.publie_le <= now() then greatest(old.publie_le, approved) end;
begin
  update publication_revisions r set approved_at = approved, visible_from = coalesce(r.visible_from, seen)
    where r.id = (select id from publication_revisions where publication_id = old.id order by kept_at desc limit 1)
      and (r.title, r.body, r.type_id, r.commune_ids, r.date_debut, r.heure_debut, r.date_fin, r.heure_fin, r.lieu,
          r.image_url, r.source_url, r.images, r.documents)
        is not distinct from (old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
          old.date_fin, old.heure_fin, old.lieu, old.image_url, old.source_url, old.images, old.documents);
  if not found then
    insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, heure_debut,
      date_fin, heure_fin, lieu, image_url, source_url, images, documents, written_by, written_at, approved_at,
      visible_from)
    values (old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
      old.date_fin, old.heure_fin, old.lieu, old.image_url, old.source_url, old.images, old.documents,
      coalesce(old.edited_by, old.created_by), old.edited_at, approved, seen);
  end if;
  return null;
end $$;
drop trigger publications_revised on publications;
create trigger publications_revised after update on publications for each row
  when (old.valide and (not new.valide or (
    old.title, old.body, old.type_id, old.date_debut, old.heure_debut, old.date_fin, old.heure_fin, old.lieu,
    old.image_url, old.source_url, old.images, old.documents) is distinct from (
    new.title, new.body, new.type_id, new.date_debut, new.heure_debut, new.date_fin, new.heure_fin, new.lieu,
    new.image_url, new.source_url, new.images, new.documents)))
  execute function keep_revision();
