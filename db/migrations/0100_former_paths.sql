-- expand: addresses of a commune's former site lead to what they showed.

create table former_paths (
  commune_id uuid not null references communes (id) on delete cascade,
  path text not null check (length(path) between 2 and 500 and path like '/%'),
  publication_id uuid references publications (id) on delete cascade,
  acteur_id uuid references acteurs (id) on delete cascade,
  primary key (commune_id, path),
  constraint former_paths_lead_somewhere check (num_nonnulls(publication_id, acteur_id) = 1)
);
create index former_paths_by_publication on former_paths (publication_id) where publication_id is not null;
create index former_paths_by_acteur on former_paths (acteur_id) where acteur_id is not null;
comment on table former_paths is 'Addresses of the site that a commune had before, and of another Parvis: they lead on';
comment on column former_paths.path is 'Lower case, without a slash or “.html” at its end, as la place spells addresses';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on former_paths to parvis_app;
  end if;
end $$;
