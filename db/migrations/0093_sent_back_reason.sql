-- expand: the text that was sent back is kept with what was asked of its author.

alter table publication_revisions
  add column sent_back_reason text,
  add constraint publication_revisions_sent_back_reason_check check (length(sent_back_reason) <= 1000) not valid;
-- For the erasure of a person whom a moderator named.
create index publication_revisions_with_reason on publication_revisions (id) where sent_back_reason is not null;

create or replace function keep_sent_back() returns trigger language plpgsql as $$
declare sent timestamptz := coalesce(old.moderated_at, old.edited_at); begin
  insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, heure_debut,
    date_fin, heure_fin, dates, lieu, image_url, source_url, images, documents, fin_le, niveau, public, gratuit, written_by,
    written_at, approved_at, sent_back_at, sent_back_reason)
  select old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
    old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents,
    old.fin_le, old.niveau, old.public, old.gratuit, case when old.written_by_key is null then coalesce(old.edited_by, old.created_by) end,
      old.edited_at, sent, sent, old.moderation_reason
  where not exists (
    select from publication_revisions where publication_id = old.id and sent_back_at = sent); return null; end $$;
