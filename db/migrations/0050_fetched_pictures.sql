-- The pictures behind `image_url`: fetched by a job, encoded by us, and shown where a publication has none of its own. One row for
-- each address, however many publications name it.
create table fetched_pictures (
  id uuid primary key default new_id(),
  url text not null,
  host text not null,
  status text not null default 'waiting' check (status in ('waiting', 'kept', 'given_up')),
  reason text check (reason in ('forbidden', 'gone', 'unreachable', 'too_large', 'unreadable')),
  -- As in publications.images. It stays while the address is asked again.
  image jsonb check (image ?& '{id,alt,key,width,height,widths,placeholder}'),
  media_key text generated always as (image ->> 'key') stored references media (key),
  -- What its server said of it, to ask whether there is another one.
  etag text,
  last_modified text,
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  claimed_by text,
  claimed_until timestamptz,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  constraint fetched_pictures_kept_is_there check (status <> 'kept' or image is not null),
  constraint fetched_pictures_given_up_says_why check ((status = 'given_up') = (reason is not null))
);
-- An address has 2000 letters, more than an index takes. Who makes two of one hash shows a picture of theirs for another of theirs.
create unique index fetched_pictures_once on fetched_pictures (md5(url));
create index fetched_pictures_due on fetched_pictures (next_try_at) include (host) where status = 'waiting';
create index fetched_pictures_by_media on fetched_pictures (media_key) where media_key is not null;
comment on table fetched_pictures is 'The pictures of others that publications name; src/publications/pictures/';

-- Null: its address was not looked at yet. Nothing is rewritten here: old publications come to it a few at a time.
alter table publications add column picture_id uuid references fetched_pictures (id) on delete set null;
create index publications_by_picture on publications (picture_id) where picture_id is not null;
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
    grant select, insert, update, delete on fetched_pictures to parvis_app;
  end if;
end $$;
