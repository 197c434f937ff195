-- Pictures and documents. What lies in the store is known by a keyed hash of what was sent; the same content lies there
-- once, whoever sent it.
create table media (
  key text primary key check (key ~ '^[0-9a-f]{40}$'),
  kind text not null check (kind in ('image', 'document')),
  -- Of all files under the key; null while they are being put there, and after a crash.
  bytes int check (bytes > 0),
  width int check (width between 1 and 1600),
  height int check (height between 1 and 3200),
  widths int[] check (cardinality(widths) between 1 and 3),
  -- A few points of it, a WebP in base64.
  placeholder text check (length(placeholder) <= 2000),
  -- Before anything is put into the store for it: what was touched lately is not collected.
  touched_at timestamptz not null default now(),
  constraint media_image_has_its_sizes check (
    kind = 'image' and num_nulls(bytes, width, height, widths, placeholder) % 5 = 0
    or kind = 'document' and num_nonnulls(width, height, widths, placeholder) = 0)
);
comment on table media is 'What lies in the store of pictures and documents; src/media/';

create table uploads (
  id uuid primary key default new_id(),
  acteur_id uuid not null references acteurs (id),
  media_key text not null references media (key),
  -- Of a document.
  name text check (length(name) between 1 and 200),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint uploads_once unique (acteur_id, media_key)
);
create index uploads_by_media on uploads (media_key);
create index uploads_by_author on uploads (created_by) where created_by is not null;
comment on table uploads is 'Who sent what of it, for which acteur: attached by this id';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on media, uploads to parvis_app;
  end if;
end $$;
