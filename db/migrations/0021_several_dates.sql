-- expand: publications have several dates; lists by day find them by each one.

create function are_days(days date[], most int) returns boolean immutable parallel safe language sql as $$
  select days = '{}' or (array_ndims(days) = 1 and cardinality(days) <= most
    and days = array(select distinct day from unnest(days) as day where day is not null order by day))
$$;

-- Further days besides date_debut. That they are later is checked by the service: an older program changes date_debut alone.
alter table publications
  add column dates date[] not null default '{}' constraint publications_dates check (are_days(dates, 60));

drop trigger publications_version on publications;
create trigger publications_version before update on publications for each row
  when ((
    old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut, old.date_fin, old.heure_fin,
    old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents, old.epingle, old.en_avant,
    old.featured_until, old.moderation_status, old.valide, old.publie_le, old.moderation_by,
    old.moderation_reason, old.moderation_reason_code, old.deleted_at)
    is distinct from (
    new.title, new.body, new.type_id, new.commune_ids, new.date_debut, new.heure_debut, new.date_fin, new.heure_fin,
    new.dates, new.lieu, new.image_url, new.source_url, new.images, new.documents, new.epingle, new.en_avant,
    new.featured_until, new.moderation_status, new.valide, new.publie_le, new.moderation_by,
    new.moderation_reason, new.moderation_reason_code, new.deleted_at))
  execute function bump_version();

---------------------------------------------------------------- lists by day

-- One row for each further day and commune. A list from a day on shows a publication once, by its first day from then on: the
-- row whose previous day is before. Visibility and type are read from the publication, so that decisions write nothing here.
create table publication_days (
  publication_id uuid not null references publications on delete cascade,
  commune_id uuid not null,
  debut timestamp not null,
  previous date not null,
  -- Of the publication's own commune: lists of all communes read these rows only.
  own boolean not null,
  primary key (publication_id, commune_id, debut)
);
create index publication_days_by_day on publication_days (debut, publication_id) include (previous) where own;
create index publication_days_by_commune on publication_days (commune_id, debut, publication_id) include (previous);

create function attach_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from publication_days where publication_id = new.id;
  end if;
  insert into publication_days (publication_id, commune_id, debut, previous, own)
    select new.id, place.commune_id, day + (new.debut - new.date_debut), lag, place.n = 1
    from (select day, lag(day, 1, new.date_debut) over (order by day) from unnest(new.dates) as day
          where day > new.date_debut) as days
    cross join unnest(new.commune_ids) with ordinality as place(commune_id, n)
    on conflict do nothing;
  return null;
end $$;
create trigger publications_days_first after insert on publications
  for each row when (new.dates <> '{}') execute function attach_days();
create trigger publications_days after update on publications for each row
  when ((old.dates <> '{}' or new.dates <> '{}')
        and (old.dates, old.debut, old.commune_ids) is distinct from (new.dates, new.debut, new.commune_ids))
  execute function attach_days();

---------------------------------------------------------------- approved texts

alter table publication_revisions add column dates date[] not null default '{}';

create or replace function keep_revision() returns trigger language plpgsql as $$
declare
  approved timestamptz := greatest(old.edited_at, old.moderated_at);
  seen timestamptz := case when old.publie_le <= now() then greatest(old.publie_le, approved) end;
begin
  update publication_revisions r set approved_at = approved, visible_from = coalesce(r.visible_from, seen)
    where r.id = (select id from publication_revisions where publication_id = old.id order by kept_at desc limit 1)
      and (r.title, r.body, r.type_id, r.commune_ids, r.date_debut, r.heure_debut, r.date_fin, r.heure_fin, r.dates,
          r.lieu, r.image_url, r.source_url, r.images, r.documents)
        is not distinct from (old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
          old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents);
  if not found then
    insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, heure_debut,
      date_fin, heure_fin, dates, lieu, image_url, source_url, images, documents, written_by, written_at, approved_at,
      visible_from)
    values (old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
      old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents,
      coalesce(old.edited_by, old.created_by), old.edited_at, approved, seen);
  end if;
  return null;
end $$;
drop trigger publications_revised on publications;
create trigger publications_revised after update on publications for each row
  when (old.valide and (not new.valide or (
    old.title, old.body, old.type_id, old.date_debut, old.heure_debut, old.date_fin, old.heure_fin, old.dates, old.lieu,
    old.image_url, old.source_url, old.images, old.documents) is distinct from (
    new.title, new.body, new.type_id, new.date_debut, new.heure_debut, new.date_fin, new.heure_fin, new.dates, new.lieu,
    new.image_url, new.source_url, new.images, new.documents)))
  execute function keep_revision();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on publication_days to parvis_app;
  end if;
end $$;
