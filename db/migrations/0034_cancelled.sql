-- expand, concurrently: publications are cancelled and stay visible. Each statement may be repeated.

alter table publications add column if not exists annule_le timestamptz, add column if not exists annule_motif text;

alter table publications drop constraint if exists publications_cancelled,
  add constraint publications_cancelled check (
    annule_motif is null or (annule_le is not null and char_length(annule_motif) between 1 and 200)) not valid;
alter table publications validate constraint publications_cancelled;

create or replace trigger publications_version before update on publications for each row
  when ((
    old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut, old.date_fin, old.heure_fin,
    old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents, old.epingle, old.en_avant,
    old.featured_until, old.moderation_status, old.valide, old.publie_le, old.moderation_by,
    old.moderation_reason, old.moderation_reason_code, old.deleted_at, old.annule_le, old.annule_motif)
    is distinct from (
    new.title, new.body, new.type_id, new.commune_ids, new.date_debut, new.heure_debut, new.date_fin, new.heure_fin,
    new.dates, new.lieu, new.image_url, new.source_url, new.images, new.documents, new.epingle, new.en_avant,
    new.featured_until, new.moderation_status, new.valide, new.publie_le, new.moderation_by,
    new.moderation_reason, new.moderation_reason_code, new.deleted_at, new.annule_le, new.annule_motif))
  execute function bump_version();
