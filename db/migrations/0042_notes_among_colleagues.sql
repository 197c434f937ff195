-- What colleagues know about an acteur or a person, and tell one another: each note is about one of the two.
create table notes (
  id uuid primary key default new_id(),
  acteur_id uuid references acteurs (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  author_user_id uuid references users (id) on delete set null,
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz not null default now(),
  constraint notes_about_one check (num_nonnulls(acteur_id, user_id) = 1)
);
create index notes_of_acteur on notes (acteur_id, id) where acteur_id is not null;
create index notes_of_user on notes (user_id, id) where user_id is not null;
create index notes_by_author on notes (author_user_id) where author_user_id is not null;
create index notes_by_age on notes (created_at);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on notes to parvis_app;
  end if;
end $$;
