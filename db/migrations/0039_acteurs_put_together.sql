-- Two acteurs that are one: what moved, so that it can be taken back for thirty days.
alter table acteurs add column merged_into uuid references acteurs (id);
create index acteurs_merged on acteurs (merged_into) where merged_into is not null;
create table acteur_merges (
  id uuid primary key default new_id(),
  from_id uuid not null references acteurs (id),
  into_id uuid not null references acteurs (id),
  merged_at timestamptz not null default now(),
  merged_by uuid references users (id) on delete set null,
  undone_at timestamptz,
  publications uuid[] not null,
  claims uuid[] not null,
  subscriptions uuid[] not null,
  import_sources uuid[] not null,
  -- Of each member that it brought: what they were to the other one before (null: nothing), and are since.
  members jsonb not null
);
create index acteur_merges_into on acteur_merges (into_id, merged_at desc);
create index acteur_merges_from on acteur_merges (from_id);
create index acteur_merges_by on acteur_merges (merged_by) where merged_by is not null;
-- What makes two acteurs look alike, before the second one is written down.
create index acteurs_by_mail on acteurs (lower(split_part(email, '@', 2)), lower(email)) where email is not null;
create index acteurs_by_telephone on acteurs
  (regexp_replace(regexp_replace(telephone, '\D', '', 'g'), '^(00)?33(?=\d{9}$)', '0')) where telephone is not null;
do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on acteur_merges to parvis_app;
  end if;
end $$;
