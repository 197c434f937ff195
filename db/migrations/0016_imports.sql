-- expand: import sources, their runs, and the publication of each imported item.

create table import_sources (
  id uuid primary key default new_id(),
  nom text not null check (length(nom) between 1 and 200),
  kind text not null check (kind in ('auto', 'rss', 'atom', 'json_feed', 'ical', 'openagenda')),
  url text not null check (length(url) between 1 and 2000),
  acteur_id uuid references acteurs,
  commune_id uuid references communes,
  type_id uuid references publication_types,
  moderation text not null check (moderation in ('auto', 'pending')),
  enabled boolean not null,
  schedule text not null check (schedule in ('manual', 'hourly', 'daily', 'weekly')),
  max_items int not null check (max_items between 1 and 500),
  -- Null: no limit.
  max_age_days int check (max_age_days between 1 and 3650),
  -- Sealed with PARVIS_SECRET.
  api_key text check (length(api_key) <= 2000),
  -- Time and result of the last run that was no dry run.
  last_run_at timestamptz,
  last_status text check (last_status in ('succeeded', 'partial', 'failed')),
  consecutive_failures int not null default 0 check (consecutive_failures >= 0),
  -- A code with its params, as everything that an import says: {code, params}.
  disabled_reason jsonb check (jsonb_typeof(disabled_reason) = 'object'),
  -- When the worker runs it next. Null: run by hand, or disabled.
  next_try_at timestamptz,
  -- The last complete reading: the validators of the server, the kind that was found, and the time.
  etag text check (length(etag) <= 1000),
  last_modified text check (length(last_modified) <= 1000),
  read_kind text,
  read_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index import_sources_by_acteur on import_sources (acteur_id, id desc) where acteur_id is not null;
create index import_sources_by_commune on import_sources (commune_id, id desc) where commune_id is not null;
create index import_sources_by_type on import_sources (type_id) where type_id is not null;
create index import_sources_due on import_sources (next_try_at) where next_try_at is not null;
create index import_sources_failing on import_sources (id) where consecutive_failures > 0 or disabled_reason is not null;

-- A run is no edit: it makes no new version.
create trigger import_sources_version before update on import_sources for each row
  when ((old.nom, old.kind, old.url, old.acteur_id, old.commune_id, old.type_id, old.moderation, old.enabled,
         old.schedule, old.max_items, old.max_age_days, old.api_key)
        is distinct from
        (new.nom, new.kind, new.url, new.acteur_id, new.commune_id, new.type_id, new.moderation, new.enabled,
         new.schedule, new.max_items, new.max_age_days, new.api_key))
  execute function bump_version();

create table import_runs (
  id uuid primary key default new_id(),
  source_id uuid not null references import_sources on delete cascade,
  trigger text not null check (trigger in ('manual', 'schedule')),
  dry_run boolean not null,
  status text not null check (status in ('queued', 'running', 'succeeded', 'partial', 'failed')),
  -- The fence: each worker that takes the run raises it, and a worker with an older one writes nothing more.
  turn int not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  fetched int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  duplicates int not null default 0,
  skipped int not null default 0,
  failed int not null default 0,
  error jsonb check (jsonb_typeof(error) = 'object'),
  -- The log: [{at, level, item, code, params}].
  entries jsonb not null default '[]' check (jsonb_typeof(entries) = 'array'),
  -- The result of each item, field by field.
  items jsonb not null default '[]' check (jsonb_typeof(items) = 'array'),
  constraint import_runs_finished check ((finished_at is not null) = (status in ('succeeded', 'partial', 'failed')))
);
-- One run of a source at a time, on all nodes and after any crash.
create unique index import_runs_one_at_a_time on import_runs (source_id) where status in ('queued', 'running');
create index import_runs_of on import_runs (source_id, id desc);
create index import_runs_by_day on import_runs (source_id, created_at);
create index import_runs_old on import_runs (created_at);

-- Outlives the publication, so that what was deleted here is not imported again.
create table import_items (
  source_id uuid not null references import_sources on delete cascade,
  external_id text not null check (length(external_id) between 1 and 300),
  publication_id uuid references publications on delete set null,
  -- A hash of the text that the source had last.
  words_hash text not null,
  -- `edited_at` of the publication after the import: if it differs now, the publication was edited here.
  edited_at timestamptz not null,
  cancelled boolean not null default false,
  primary key (source_id, external_id)
);
create index import_items_by_words on import_items (source_id, words_hash);
create index import_items_by_publication on import_items (publication_id) where publication_id is not null;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on import_sources, import_runs, import_items to parvis_app;
  end if;
end $$;
