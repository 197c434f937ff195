-- expand: how the pages of a commune for residents look, and whether they are open.

-- A commune without a row has the defaults, and version 1.
create table commune_places (
  commune_id uuid primary key references communes,
  teinte text not null default 'ardoise' constraint commune_places_teinte_check check (teinte in
    ('ardoise', 'brique', 'ocre', 'sapin', 'lagune', 'glycine', 'prune', 'cerise')),
  -- The coat of arms or logo, as in acteurs.image.
  blason jsonb constraint commune_places_blason check (blason ?& '{id,alt,key,width,height,widths,placeholder}'),
  blason_upload_id uuid generated always as ((blason ->> 'id')::uuid) stored references uploads,
  -- An introduction of the commune: 300 characters, and more where an erasure has put its marks.
  mot text check (length(mot) between 1 and 500),
  ouverte boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index commune_places_by_blason on commune_places (blason_upload_id) where blason_upload_id is not null;
create index commune_places_closed on commune_places (commune_id) where not ouverte;
create trigger commune_places_version before update on commune_places
  for each row when (
    (old.teinte, old.blason, old.mot, old.ouverte) is distinct from (new.teinte, new.blason, new.mot, new.ouverte))
  execute function bump_version();
comment on table commune_places is 'Look of the pages for residents; src/communes/places/';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on commune_places to parvis_app;
  end if;
end $$;
