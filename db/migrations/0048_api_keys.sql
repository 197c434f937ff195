-- expand: programs call the API with keys, and the trail names the key.

create table api_keys (
  id uuid primary key default new_id(),
  nom text not null check (length(nom) between 1 and 100),
  -- SHA-256 of the key: 190 random bits need no slow hash. The key itself is not stored.
  hash bytea not null constraint api_keys_hash unique check (length(hash) = 32),
  -- The first characters, to recognise it.
  prefix text not null check (prefix ~ '^pk_parvis_[0-9A-Za-z]{4}$'),
  scopes text[] not null
    check (cardinality(scopes) > 0 and scopes <@ array['publications:read', 'publications:write', 'acteurs:read', 'acteurs:write']),
  acteur_id uuid references acteurs,
  commune_ids uuid[] check (cardinality(commune_ids) between 1 and 500),
  epci_codes text[] check (cardinality(epci_codes) between 1 and 50),
  -- By which right it was made: it works as long as its creator has that right.
  granted_to text not null check (granted_to in ('owner', 'admin', 'operator')),
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references users on delete set null,
  constraint api_keys_limit check (num_nonnulls(acteur_id, commune_ids, epci_codes) = 1),
  constraint api_keys_of_owners check (granted_to <> 'owner' or acteur_id is not null)
);
create index api_keys_by_acteur on api_keys (acteur_id) where acteur_id is not null;
create index api_keys_by_creator on api_keys (created_by) where created_by is not null;

alter table audit_log add column key_id uuid;
create index audit_log_key on audit_log (key_id, id) where key_id is not null;
-- Rows without a key are hashed as before, so that their seals stay valid.
create or replace function audit_line(entry audit_log) returns text language sql immutable parallel safe as $$
  select (jsonb_build_array(entry.id, extract(epoch from entry.at), entry.user_id, entry.app_source, entry.request_id,
    entry.ip_hash, entry.action, entry.entity, entry.entity_id, entry.before, entry.after)
    || case when entry.key_id is null then '[]'::jsonb else jsonb_build_array(entry.key_id) end)::text
$$;

-- The key that wrote the present text; null: a person or an import. Keys are never deleted, and a foreign key
-- would read the whole table.
alter table publications add column written_by_key uuid;

-- A text that a key wrote has no author among people.
create or replace function keep_revision() returns trigger language plpgsql as $$
declare
  approved timestamptz := greatest(old.edited_at, old.moderated_at);
  seen timestamptz := case when old.publie_le <= now() then greatest(old.publie_le, approved) end;
begin
  update publication_revisions r set approved_at = approved, visible_from = coalesce(r.visible_from, seen)
    where r.id = (select id from publication_revisions where publication_id = old.id order by kept_at desc limit 1)
      and (r.title, r.body, r.type_id, r.commune_ids, r.date_debut, r.heure_debut, r.date_fin, r.heure_fin, r.dates,
          r.lieu, r.image_url, r.source_url, r.images, r.documents, r.fin_le, r.niveau)
        is not distinct from (old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
          old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents,
          old.fin_le, old.niveau);
  if not found then
    insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, heure_debut,
      date_fin, heure_fin, dates, lieu, image_url, source_url, images, documents, fin_le, niveau, written_by,
      written_at, approved_at, visible_from)
    values (old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
      old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents,
      old.fin_le, old.niveau, case when old.written_by_key is null then coalesce(old.edited_by, old.created_by) end,
      old.edited_at, approved, seen);
  end if;
  return null;
end $$;

create or replace function keep_sent_back() returns trigger language plpgsql as $$
declare sent timestamptz := coalesce(old.moderated_at, old.edited_at); begin
  insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, heure_debut,
    date_fin, heure_fin, dates, lieu, image_url, source_url, images, documents, fin_le, niveau, written_by,
    written_at, approved_at, sent_back_at)
  select old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
    old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents,
    old.fin_le, old.niveau, case when old.written_by_key is null then coalesce(old.edited_by, old.created_by) end,
      old.edited_at, sent, sent
  where not exists (
    select from publication_revisions where publication_id = old.id and sent_back_at = sent); return null; end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update on api_keys to parvis_app;
    grant insert (key_id) on audit_log to parvis_app;
  end if;
end $$;
