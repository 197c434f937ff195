-- expand, concurrently: a publication may be sent back to its author, who changes it and submits it again. Each statement
-- may be repeated.

alter table publications drop constraint if exists publications_moderation_status_check,
  add constraint publications_moderation_status_check check (
    moderation_status in ('pending', 'changes_requested', 'approved', 'published', 'rejected')) not valid;
alter table publications validate constraint publications_moderation_status_check;

alter table moderation_operations drop constraint if exists moderation_operations_moderation_status_check,
  add constraint moderation_operations_moderation_status_check check (
    moderation_status in ('pending', 'changes_requested', 'approved', 'published', 'rejected'));

alter table moderation_failures drop constraint if exists moderation_failures_error_check,
  add constraint moderation_failures_error_check check (error in ('not_found', 'stale_version', 'no_author'));

-- When this text was sent back. Null: it was approved.
alter table publication_revisions add column if not exists sent_back_at timestamptz;

-- Keeps the text that was sent back once it changes: an undo before that leaves no trace. No line inside ends with a
-- semicolon, where statements are split.
create or replace function keep_sent_back() returns trigger language plpgsql as $$
declare sent timestamptz := coalesce(old.moderated_at, old.edited_at); begin
  insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, heure_debut,
    date_fin, heure_fin, dates, lieu, image_url, source_url, images, documents, written_by, written_at, approved_at,
    sent_back_at)
  select old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
    old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents,
    coalesce(old.edited_by, old.created_by), old.edited_at, sent, sent
  where not exists (
    select from publication_revisions where publication_id = old.id and sent_back_at = sent); return null; end $$;

create or replace trigger publications_sent_back after update on publications for each row
  when (old.moderation_status = 'changes_requested' and (
    old.title, old.body, old.type_id, old.date_debut, old.heure_debut, old.date_fin, old.heure_fin, old.dates, old.lieu,
    old.image_url, old.source_url, old.images, old.documents) is distinct from (
    new.title, new.body, new.type_id, new.date_debut, new.heure_debut, new.date_fin, new.heure_fin, new.dates, new.lieu,
    new.image_url, new.source_url, new.images, new.documents))
  execute function keep_sent_back();
