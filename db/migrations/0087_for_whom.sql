-- expand: publications say for whom they are, and whether they are free.

alter table publications
  add column public text, add column gratuit boolean,
  add constraint publications_public_check
    check (public in ('tous', 'enfants', 'familles', 'jeunes', 'adultes', 'seniors')) not valid;
alter table publication_revisions add column public text, add column gratuit boolean;

create or replace trigger publications_version before update on publications for each row
  when ((
    old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut, old.date_fin, old.heure_fin,
    old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents, old.epingle, old.en_avant,
    old.featured_until, old.moderation_status, old.valide, old.publie_le, old.moderation_by,
    old.moderation_reason, old.moderation_reason_code, old.deleted_at, old.annule_le, old.annule_motif,
    old.fin_le, old.niveau, old.leve_le, old.public, old.gratuit)
    is distinct from (
    new.title, new.body, new.type_id, new.commune_ids, new.date_debut, new.heure_debut, new.date_fin, new.heure_fin,
    new.dates, new.lieu, new.image_url, new.source_url, new.images, new.documents, new.epingle, new.en_avant,
    new.featured_until, new.moderation_status, new.valide, new.publie_le, new.moderation_by,
    new.moderation_reason, new.moderation_reason_code, new.deleted_at, new.annule_le, new.annule_motif,
    new.fin_le, new.niveau, new.leve_le, new.public, new.gratuit))
  execute function bump_version();

create or replace function keep_revision() returns trigger language plpgsql as $$
declare
  approved timestamptz := greatest(old.edited_at, old.moderated_at);
  seen timestamptz := case when old.publie_le <= now() then greatest(old.publie_le, approved) end;
begin
  update publication_revisions r set approved_at = approved, visible_from = coalesce(r.visible_from, seen)
    where r.id = (select id from publication_revisions where publication_id = old.id order by kept_at desc limit 1)
      and (r.title, r.body, r.type_id, r.commune_ids, r.date_debut, r.heure_debut, r.date_fin, r.heure_fin, r.dates,
          r.lieu, r.image_url, r.source_url, r.images, r.documents, r.fin_le, r.niveau, r.public, r.gratuit)
        is not distinct from (old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
          old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents,
          old.fin_le, old.niveau, old.public, old.gratuit);
  if not found then
    insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, heure_debut,
      date_fin, heure_fin, dates, lieu, image_url, source_url, images, documents, fin_le, niveau, public, gratuit, written_by,
      written_at, approved_at, visible_from)
    values (old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
      old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents,
      old.fin_le, old.niveau, old.public, old.gratuit, case when old.written_by_key is null then coalesce(old.edited_by, old.created_by) end,
      old.edited_at, approved, seen);
  end if;
  return null;
end $$;

create or replace function keep_sent_back() returns trigger language plpgsql as $$
declare sent timestamptz := coalesce(old.moderated_at, old.edited_at); begin
  insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, heure_debut,
    date_fin, heure_fin, dates, lieu, image_url, source_url, images, documents, fin_le, niveau, public, gratuit, written_by,
    written_at, approved_at, sent_back_at)
  select old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
    old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents,
    old.fin_le, old.niveau, old.public, old.gratuit, case when old.written_by_key is null then coalesce(old.edited_by, old.created_by) end,
      old.edited_at, sent, sent
  where not exists (
    select from publication_revisions where publication_id = old.id and sent_back_at = sent); return null; end $$;

create or replace trigger publications_revised after update on publications for each row
  when (old.valide and (not new.valide or (
    old.title, old.body, old.type_id, old.date_debut, old.heure_debut, old.date_fin, old.heure_fin, old.dates, old.lieu,
    old.image_url, old.source_url, old.images, old.documents, old.fin_le, old.niveau, old.public, old.gratuit) is distinct from (
    new.title, new.body, new.type_id, new.date_debut, new.heure_debut, new.date_fin, new.heure_fin, new.dates, new.lieu,
    new.image_url, new.source_url, new.images, new.documents, new.fin_le, new.niveau, new.public, new.gratuit)))
  execute function keep_revision();

create or replace trigger publications_sent_back after update on publications for each row
  when (old.moderation_status = 'changes_requested' and (
    old.title, old.body, old.type_id, old.date_debut, old.heure_debut, old.date_fin, old.heure_fin, old.dates, old.lieu,
    old.image_url, old.source_url, old.images, old.documents, old.fin_le, old.niveau, old.public, old.gratuit) is distinct from (
    new.title, new.body, new.type_id, new.date_debut, new.heure_debut, new.date_fin, new.heure_fin, new.dates, new.lieu,
    new.image_url, new.source_url, new.images, new.documents, new.fin_le, new.niveau, new.public, new.gratuit))
  execute function keep_sent_back();
