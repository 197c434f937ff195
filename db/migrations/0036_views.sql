-- A list of the back-office as somebody wants to see it again: its address, by a name. One name a person and area, whatever
-- its capitals, so that saving again replaces.
create table views (
  id uuid primary key default new_id(),
  user_id uuid not null references users (id) on delete cascade,
  area text not null check (area in ('moderation', 'claims', 'support', 'communes', 'imports', 'reserved')),
  nom text not null check (length(nom) between 1 and 80),
  address text not null check (length(address) between 1 and 1000 and address ~ '^/[a-z]'),
  shared boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index views_by_name on views (user_id, area, lower(nom));
create index views_shared on views (area) where shared;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on views to parvis_app;
  end if;
end $$;
