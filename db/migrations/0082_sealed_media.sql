-- expand: removed pictures and documents are kept sealed for a time.

-- Null until the files are deleted from the store, which follows the commit of a removal.
alter table media_forgotten add column files_deleted_at timestamptz;
update media_forgotten set files_deleted_at = forgotten_at;
create index media_forgotten_waiting on media_forgotten (key) where files_deleted_at is null;

create table media_sealed (
  -- Of a remote picture that was never fetched: the SHA-1 of its address.
  key text primary key check (key ~ '^[0-9a-f]{40}$'),
  sealed_at timestamptz not null default now(),
  -- Encrypted: the key of the sealed files, and what showed them. Empty while files without a row are deleted.
  record_sealed text not null default ''
);
comment on table media_sealed is 'Removed pictures and documents that can be brought back for a time; src/media/sealed.ts';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant update on media_forgotten to parvis_app;
    grant select, insert, update, delete on media_sealed to parvis_app;
  end if;
end $$;
