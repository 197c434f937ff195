-- expand: town halls publish acts that take effect by it.
-- A type of this name that an operator made keeps its publications, under another slug.
update publication_types set slug = 'acte-' || left(id::text, 8) where slug = 'acte';
update publication_types set nom = nom || ' (' || left(id::text, 8) || ')' where lower(nom) = 'acte officiel';
insert into publication_types (id, slug, nom, couleur, icone, ordre) values (
  '0198a000-0000-7000-8000-00000000ac7e', 'acte', 'Acte officiel', '#374151', 'scale',
  (select coalesce(max(ordre), 0) + 1 from publication_types));

-- The document of an act is final. Its row outlives a withdrawal.
create table actes (
  publication_id uuid primary key references publications (id),
  commune_id uuid not null references communes (id),
  nature text not null check (nature in ('deliberation', 'arrete', 'proces_verbal', 'budget', 'autre')),
  numero text not null check (length(numero) between 1 and 50),
  pris_le date not null,
  signataire text not null check (length(signataire) between 1 and 200),
  qualite text not null check (length(qualite) between 1 and 200),
  matiere text check (matiere ~ '^[1-9]\.[0-9]{1,2}$'),
  transmis_le date check (transmis_le >= pris_le),
  corrige uuid references actes (publication_id) check (corrige <> publication_id),
  media_key text not null check (media_key ~ '^[0-9a-f]{40}$'),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  avec_texte boolean not null,
  created_at timestamptz not null default now()
);
create index actes_of_commune on actes (commune_id, pris_le, publication_id);
create index actes_corrected on actes (corrige) where corrige is not null;

-- Writes to the trail whether residents can read the act from now on. The lock orders changes that meet.
create function trace_acte(id uuid, published boolean) returns void language plpgsql as $$
declare acte actes; seen record; was jsonb;
begin
  select * into acte from actes where publication_id = trace_acte.id for no key update;
  if not found then return; end if;
  select p.visible_le, p.visible_le is not null and p.documents is not null and coalesce(place.ouverte, true) as lisible
    into seen
    from publications p left join commune_places place on place.commune_id = acte.commune_id
    where p.id = acte.publication_id;
  select after into was from audit_log
    where entity = 'acte' and entity_id = acte.publication_id::text order by audit_log.id desc limit 1;
  if not published and (was ->> 'lisible')::boolean is not distinct from seen.lisible
    and (was ->> 'visible_le')::timestamptz is not distinct from seen.visible_le then return; end if;
  insert into audit_log (action, entity, entity_id, after) values (
    case when published then 'acte.published' when seen.lisible then 'acte.shown' else 'acte.hidden' end,
    'acte', acte.publication_id,
    case when published then jsonb_build_object('nature', acte.nature, 'numero', acte.numero, 'date', acte.pris_le,
      'signataire', acte.signataire, 'qualite', acte.qualite, 'transmis_le', acte.transmis_le, 'corrige', acte.corrige,
      'sha256', acte.sha256, 'bytes', acte.bytes) else '{}' end
    || jsonb_build_object('visible_le', seen.visible_le, 'lisible', seen.lisible));
end $$;

create function acte_published() returns trigger language plpgsql as $$
begin
  perform trace_acte(new.publication_id, true);
  return null;
end $$;
create trigger actes_published after insert on actes for each row execute function acte_published();

-- Only the commune changes, when it is merged.
create function acte_is_final() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'commune_id' is distinct from to_jsonb(old) - 'commune_id' then
    raise exception 'an act is final' using errcode = 'check_violation', constraint = 'acte_is_final';
  end if;
  return new;
end $$;
create trigger actes_final before update on actes for each row execute function acte_is_final();
create function acte_moved() returns trigger language plpgsql as $$
begin
  perform trace_acte(new.publication_id, false);
  return null;
end $$;
create trigger actes_moved after update of commune_id on actes for each row execute function acte_moved();

-- The document may be taken down, and put back, but no other one takes its place; and an act stays an act.
create function acte_document_is_final() returns trigger language plpgsql as $$
begin
  if exists (select from actes a where a.publication_id = new.id and (new.type_id <> old.type_id
      or new.documents is not null
        and (jsonb_array_length(new.documents) <> 1 or new.documents -> 0 ->> 'key' <> a.media_key))) then
    raise exception 'an act is final' using errcode = 'check_violation', constraint = 'acte_is_final';
  end if;
  return new;
end $$;
create trigger publications_acte_final before update of type_id, documents on publications for each row
  when (old.type_id = '0198a000-0000-7000-8000-00000000ac7e'
    and (new.type_id <> old.type_id or new.documents is distinct from old.documents))
  execute function acte_document_is_final();
-- No other way makes one: neither an import nor a change of the type.
create function acte_has_its_row() returns trigger language plpgsql as $$
begin
  if not exists (select from actes where publication_id = new.id) then
    raise exception 'an act is published by its town hall' using errcode = 'check_violation', constraint = 'acte_has_its_row';
  end if;
  return null;
end $$;
create constraint trigger publications_acte_has_its_row after insert or update of type_id on publications
  deferrable initially deferred for each row when (new.type_id = '0198a000-0000-7000-8000-00000000ac7e')
  execute function acte_has_its_row();
create function acte_seen() returns trigger language plpgsql as $$
begin
  perform trace_acte(new.id, false);
  return null;
end $$;
create trigger publications_acte_seen after update on publications for each row
  when (new.type_id = '0198a000-0000-7000-8000-00000000ac7e'
    and (new.visible_le is distinct from old.visible_le or (new.documents is null) <> (old.documents is null)))
  execute function acte_seen();

create function acte_place() returns trigger language plpgsql as $$
begin
  perform trace_acte(publication_id, false) from actes where commune_id = new.commune_id order by publication_id;
  return null;
end $$;
create trigger commune_places_actes after insert or update of ouverte on commune_places
  for each row execute function acte_place();

-- Seals cover a digest of each row, so that one row is proven without showing the others.
alter table audit_seals add column form smallint not null default 1 check (form between 1 and 2);
alter table audit_seals alter column form set default 2;
create or replace function audit_hash(previous bytea, after_id bigint, up_to_id bigint, out rows integer, out hash bytea)
  returns record language sql stable set search_path to 'public', 'pg_temp' as $$
  select count(*)::int,
         sha256(previous || convert_to(coalesce(string_agg(case sealed.form when 1 then audit_line(entry)
           else encode(sha256(convert_to(audit_line(entry), 'UTF8')), 'hex') end, e'\n' order by entry.id), ''), 'UTF8'))
  from audit_log entry, (select coalesce((select form from audit_seals where last_id = up_to_id), 2) as form) sealed
  where (after_id is null or entry.id > after_id) and entry.id <= up_to_id
$$;
create or replace function refuse_own_seal() returns trigger language plpgsql as $$
declare previous audit_seals; again record;
begin
  select * into previous from audit_seals order by number desc limit 1;
  select * into again from audit_hash(coalesce(previous.hash, ''::bytea), previous.last_id, new.last_id);
  if new.number is distinct from coalesce(previous.number, 0) + 1 or new.hash is distinct from again.hash
    or new.rows is distinct from again.rows or new.form is distinct from 2 then
    raise exception 'seals are made by seal_audit() alone' using errcode = 'insufficient_privilege';
  end if;
  new.sealed_at := clock_timestamp();
  return new;
end $$;

-- The last minute in which the service was at work: a gap, or a clock that jumps, goes to the trail.
alter table clock add column seen_at timestamptz;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update (commune_id) on actes to parvis_app;
  end if;
end $$;
