-- Every text that was approved is kept when another one takes its place, or when it is taken out of sight: who wrote it,
-- when, and since when it could be seen.
alter table publications add column edited_by uuid references users (id) on delete set null;
create index publications_by_editor on publications (edited_by) where edited_by is not null;

create table publication_revisions (
  id uuid primary key default new_id(),
  publication_id uuid not null references publications (id) on delete cascade,
  title text not null,
  body text not null,
  type_id uuid not null references publication_types (id),
  commune_ids uuid[] not null,
  date_debut date,
  date_fin date,
  lieu text,
  image_url text,
  source_url text,
  -- Null for what an import wrote.
  written_by uuid references users (id) on delete set null,
  written_at timestamptz not null,
  approved_at timestamptz not null,
  -- Null where it was approved for a time that did not come.
  visible_from timestamptz,
  kept_at timestamptz not null default clock_timestamp()
);
create index publication_revisions_of on publication_revisions (publication_id, kept_at desc);
create index publication_revisions_by_author on publication_revisions (written_by) where written_by is not null;

-- In the database: whichever way a text is changed, the one before it is kept. Hidden and shown again, it stays one revision.
create function keep_revision() returns trigger language plpgsql as $$
declare
  approved timestamptz := greatest(old.edited_at, old.moderated_at);
  seen timestamptz := case when old.publie_le <= now() then greatest(old.publie_le, approved) end;
begin
  update publication_revisions r set approved_at = approved, visible_from = coalesce(r.visible_from, seen)
    where r.id = (select id from publication_revisions where publication_id = old.id order by kept_at desc limit 1)
      and (r.title, r.body, r.type_id, r.commune_ids, r.date_debut, r.date_fin, r.lieu, r.image_url, r.source_url)
        is not distinct from (old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.date_fin, old.lieu,
          old.image_url, old.source_url);
  if not found then
    insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, date_fin, lieu,
      image_url, source_url, written_by, written_at, approved_at, visible_from)
    values (old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.date_fin, old.lieu,
      old.image_url, old.source_url, coalesce(old.edited_by, old.created_by), old.edited_at, approved, seen);
  end if;
  return null;
end $$;
create trigger publications_revised after update on publications for each row
  when (old.valide and (not new.valide or old.title <> new.title or old.body <> new.body or old.type_id <> new.type_id
    or old.date_debut is distinct from new.date_debut or old.date_fin is distinct from new.date_fin
    or old.lieu is distinct from new.lieu or old.image_url is distinct from new.image_url
    or old.source_url is distinct from new.source_url))
  execute function keep_revision();

-- What a correction replaced, for the undo of it.
alter table moderation_operation_items add column words jsonb;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update on publication_revisions to parvis_app;
  end if;
end $$;
