-- contract: needs 23. Documents and further pictures of imported items are fetched and attached. No release is older than this
-- migration, which renames the table of fetched pictures.

alter table fetched_pictures rename to fetched_files;
do $$
declare named record;
begin
  for named in select conname from pg_constraint
    where conrelid = 'fetched_files'::regclass and conname like 'fetched_pictures%' loop
    execute format('alter table fetched_files rename constraint %I to %I',
      named.conname, replace(named.conname, 'fetched_pictures', 'fetched_files'));
  end loop;
  for named in select relname from pg_class join pg_index on indexrelid = oid
    where indrelid = 'fetched_files'::regclass and relname like 'fetched_pictures%' loop
    execute format('alter index %I rename to %I',
      named.relname, replace(named.relname, 'fetched_pictures', 'fetched_files'));
  end loop;
end $$;

alter table fetched_files
  add column kind text not null default 'image' constraint fetched_files_kind_check check (kind in ('image', 'document')),
  add column document jsonb constraint fetched_files_document_check check (document ?& '{key,bytes}'),
  drop constraint fetched_files_kept_is_there,
  alter column media_key set expression as (coalesce(image, document) ->> 'key');
alter table fetched_files
  add constraint fetched_files_kept_is_there check (status <> 'kept' or media_key is not null);
comment on table fetched_files is
  'Files of other servers: pictures that publications name, files of imported items; src/publications/fetched-files/';

-- An imported publication without an acteur has files too.
alter table uploads alter column acteur_id drop not null;
alter table uploads
  drop constraint uploads_once,
  add constraint uploads_once unique nulls not distinct (acteur_id, media_key);

-- The files that the source of an item names. They are attached to its publication as uploads once they are fetched.
create table import_files (
  source_id uuid not null,
  external_id text not null,
  file_id uuid not null references fetched_files on delete cascade,
  kind text not null check (kind in ('image', 'document')),
  position int not null check (position between 0 and 20),
  -- The title of a document, or the description of a picture.
  name text not null check (length(name) <= 500),
  -- Whether the import added its link to the text: the link goes when the file is attached.
  link_added boolean not null,
  -- The run whose log says what becomes of it.
  run_id uuid references import_runs on delete set null,
  -- Looked at until the file is fetched or given up.
  pending boolean not null default true,
  -- The content that was attached, and the failure that the log has named.
  media_key text,
  reason text,
  primary key (source_id, external_id, file_id),
  foreign key (source_id, external_id) references import_items on update cascade on delete cascade
);
create index import_files_by_file on import_files (file_id);
create index import_files_by_run on import_files (run_id) where run_id is not null;
create index import_files_pending on import_files (source_id, external_id) where pending;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on import_files to parvis_app;
  end if;
end $$;
