-- expand: the store of pictures and documents, and who uploaded what.

-- A file in the store. Its key is a keyed hash of its content, which is stored once, whoever sent it.
create table media (
  key text primary key check (key ~ '^[0-9a-f]{40}$'),
  kind text not null check (kind in ('image', 'document')),
  -- The size of all files under the key; null while they are being stored, and after a crash.
  bytes int check (bytes > 0),
  width int check (width between 1 and 1600),
  height int check (height between 1 and 3200),
  widths int[] check (cardinality(widths) between 1 and 3),
  -- A few pixels, a WebP in base64.
  placeholder text check (length(placeholder) <= 2000),
  -- Set before a file is stored: the sweep does not collect what was touched lately.
  touched_at timestamptz not null default now(),
  -- Requests and jobs that are storing files under the key now. A crash leaves it too high, until the nightly sweep.
  holds int not null default 0 constraint media_holds check (holds >= 0),
  constraint media_image_has_its_sizes check (
    kind = 'image' and num_nulls(bytes, width, height, widths, placeholder) % 5 = 0
    or kind = 'document' and num_nonnulls(width, height, widths, placeholder) = 0)
);
comment on table media is 'What lies in the store of pictures and documents; src/media/';

-- Content that was removed for legal reasons: it is never stored again, and its address answers 410.
create table media_forgotten (
  key text primary key constraint media_forgotten_key check (key ~ '^[0-9a-f]{40}$'),
  forgotten_at timestamptz not null default now()
);
comment on table media_forgotten is 'Pictures and documents removed for legal reasons; src/media/forgotten.ts';

-- The result of the last sweep of the store: one row.
create table media_sweeps (
  one boolean primary key default true check (one),
  looked_at timestamptz not null,
  found bigint not null,
  -- Files without a row, and whether there were too many of them to delete.
  unknown bigint not null,
  refused boolean not null,
  -- Names that are none of ours.
  strange bigint not null default 0
);

create table uploads (
  id uuid primary key default new_id(),
  acteur_id uuid not null references acteurs,
  media_key text not null references media,
  -- The file name of a document.
  name text check (length(name) between 1 and 200),
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  -- When it was sent last: an upload that is attached to nothing is collected a day later.
  sent_at timestamptz not null default now(),
  constraint uploads_once unique (acteur_id, media_key)
);
create index uploads_by_media on uploads (media_key);
create index uploads_by_author on uploads (created_by) where created_by is not null;
create index uploads_by_age on uploads (sent_at);
comment on table uploads is 'Who sent what of it, for which acteur: attached by this id';

alter table acteurs add foreign key (image_upload_id) references uploads;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on media, uploads to parvis_app;
    grant select, insert, delete on media_forgotten to parvis_app;
    grant select, insert, update on media_sweeps to parvis_app;
  end if;
end $$;
