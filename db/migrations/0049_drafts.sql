-- What somebody is writing for their acteur, kept while they type: theirs alone, and no publication yet.
create table publication_drafts (
  id uuid primary key default new_id(),
  user_id uuid not null references users (id) on delete cascade,
  acteur_id uuid not null references acteurs (id) on delete cascade,
  -- Of one that exists already: what its author is changing.
  publication_id uuid references publications (id) on delete cascade,
  content jsonb not null check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 200000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index publication_drafts_of_user on publication_drafts (user_id, updated_at desc, id desc);
create index publication_drafts_of_acteur on publication_drafts (acteur_id);
create index publication_drafts_of_publication on publication_drafts (publication_id) where publication_id is not null;
create index publication_drafts_by_age on publication_drafts (updated_at);

create trigger publication_drafts_version before update on publication_drafts
  for each row when (old.* is distinct from new.*) execute function bump_version();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on publication_drafts to parvis_app;
  end if;
end $$;
