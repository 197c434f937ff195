-- expand: what publications show: uploads, and the pictures fetched from `image_url`.

-- The uploads of a publication. A detached one stays for as long as an operation can be undone.
create table publication_uploads (
  publication_id uuid not null references publications on delete cascade,
  upload_id uuid not null references uploads,
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

---------------------------------------------------------------- fetched pictures

-- A picture behind an `image_url`, fetched and encoded by a job, and shown where a publication has no upload. One row for each
-- address, however many publications name it.
create table fetched_pictures (
  id uuid primary key default new_id(),
  url text not null,
  host text not null,
  status text not null default 'waiting' check (status in ('waiting', 'kept', 'given_up')),
  reason text check (reason in
    ('forbidden', 'gone', 'unreachable', 'too_large', 'unreadable', 'storage_full', 'removed')),
  -- As in publications.images. It stays while the address is fetched again.
  image jsonb check (image ?& '{id,alt,key,width,height,widths,placeholder}'),
  media_key text generated always as (image ->> 'key') stored references media,
  -- For a conditional request.
  etag text,
  last_modified text,
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  claimed_by text,
  claimed_until timestamptz,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  -- The acteur whose publication named the address first: the picture counts towards its quota.
  acteur_id uuid references acteurs,
  constraint fetched_pictures_kept_is_there check (status <> 'kept' or image is not null),
  constraint fetched_pictures_given_up_says_why check ((status = 'given_up') = (reason is not null))
);
-- An address may have 2000 characters, too many for an index. A collision only shows another picture of the same author.
create unique index fetched_pictures_once on fetched_pictures (md5(url));
create index fetched_pictures_due on fetched_pictures (next_try_at) include (host) where status = 'waiting';
create index fetched_pictures_by_media on fetched_pictures (media_key) where media_key is not null;
create index fetched_pictures_by_acteur on fetched_pictures (acteur_id) include (media_key)
  where acteur_id is not null and media_key is not null;
-- Retried each night, as far as there is room.
create index fetched_pictures_without_room on fetched_pictures (answered_at) where reason = 'storage_full';
comment on table fetched_pictures is 'The pictures of others that publications name; src/publications/pictures/';

alter table publications add foreign key (picture_id) references fetched_pictures on delete set null;
-- Each night every picture is checked for a publication that is not deleted: an index-only scan.
create index publications_by_picture on publications (picture_id) include (deleted_at) where picture_id is not null;
create index publications_pictures_wanted on publications (id)
  where image_url is not null and picture_id is null and deleted_at is null;

-- Another address is another picture.
create function forget_picture() returns trigger language plpgsql as $$
begin
  new.picture_id := null;
  return new;
end $$;
create trigger publications_picture before update of image_url on publications for each row
  when (old.image_url is distinct from new.image_url) execute function forget_picture();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on publication_uploads, fetched_pictures to parvis_app;
  end if;
end $$;
