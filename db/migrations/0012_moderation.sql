-- expand: reports of publications, decisions about them, and the undo of decisions.

create table publication_reports (
  id uuid primary key default new_id(),
  publication_id uuid not null references publications on delete cascade,
  reason text not null check (reason in
    ('spam', 'inappropriate', 'false_information', 'illegal', 'duplicate', 'off_topic', 'other')),
  -- Message, address and reporter are personal: emptied after six months.
  message text check (length(message) <= 1000),
  email text check (length(email) <= 254),
  language text not null check (language in ('fr', 'en')),
  -- The user, or a keyed hash of the network address.
  reporter text,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  outcome text check (outcome in ('kept', 'removed')),
  operation_id uuid,
  constraint publication_reports_closed_with_outcome check ((closed_at is null) = (outcome is null))
);
create index publication_reports_of on publication_reports (publication_id, id);
create index publication_reports_open on publication_reports (publication_id) where closed_at is null;
create index publication_reports_by_reporter on publication_reports (publication_id, reporter, id);
create index publication_reports_by_operation on publication_reports (operation_id) where operation_id is not null;
create index publication_reports_from on publication_reports (reporter) where reporter like 'user:%';
create index publication_reports_by_email on publication_reports (lower(email)) where email is not null;
create index publication_reports_by_age on publication_reports (created_at);
create index publication_reports_personal on publication_reports (created_at) where reporter is not null;

create function count_open_reports() returns trigger language plpgsql as $$
begin
  update publications set reports_count = reports_count + moved.n
    from (select publication_id, sum(n)::int as n from (
            select publication_id, 1 as n from arrived where closed_at is null
            union all
            select publication_id, -1 from gone where closed_at is null) each
          group by 1 having sum(n) <> 0) moved
    where publications.id = moved.publication_id;
  return null;
end $$;
create function count_new_reports() returns trigger language plpgsql as $$
begin
  update publications set reports_count = reports_count + moved.n
    from (select publication_id, count(*)::int as n from arrived where closed_at is null group by 1) moved
    where publications.id = moved.publication_id;
  return null;
end $$;
create trigger publication_reports_counted_in after insert on publication_reports
  referencing new table as arrived for each statement execute function count_new_reports();
create trigger publication_reports_counted_over after update on publication_reports
  referencing old table as gone new table as arrived for each statement execute function count_open_reports();

-- Prepared reasons of rejections.
create table refusal_presets (
  id uuid primary key default new_id(),
  reason_code text not null check (reason_code in
    ('spam', 'inappropriate', 'false_information', 'illegal', 'duplicate', 'off_topic', 'other')),
  body text not null check (length(body) between 1 and 1000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index refusal_presets_said_already on refusal_presets (reason_code, md5(body));
create trigger refusal_presets_version before update on refusal_presets
  for each row when (old.* is distinct from new.*) execute function bump_version();

---------------------------------------------------------------- operations

-- One decision about one or many publications, which can be undone.
create table moderation_operations (
  id uuid primary key default new_id(),
  user_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  action text not null default 'moderate'
    check (action in ('moderate', 'valide', 'feature', 'delete', 'restore', 'edit', 'tell_apart')),
  -- The status that `moderate` gave.
  moderation_status text check (moderation_status in ('pending', 'approved', 'published', 'rejected')),
  total int not null default 0 check (total >= 0),
  undone_at timestamptz,
  -- Large operations are done piece by piece, by a job.
  state text not null default 'done' check (state in ('queued', 'running', 'done', 'undoing', 'undone')),
  -- What was asked for, until it is done.
  request jsonb,
  updated int not null default 0 check (updated >= 0),
  unchanged int not null default 0 check (unchanged >= 0),
  failed int not null default 0 check (failed >= 0),
  restored int not null default 0 check (restored >= 0),
  skipped int not null default 0 check (skipped >= 0),
  undone_by uuid references users on delete set null
);
create index moderation_operations_by_user on moderation_operations (user_id, id) where user_id is not null;
create index moderation_operations_by_undoer on moderation_operations (undone_by) where undone_by is not null;
-- One at a time for each moderator.
create unique index moderation_operations_one_under_way on moderation_operations (user_id)
  where state in ('queued', 'running');
create index moderation_operations_under_way on moderation_operations (id)
  where state in ('queued', 'running', 'undoing');

-- A publication as it was before the operation, and its version after: if the version moved since, an undo skips it.
create table moderation_operation_items (
  operation_id uuid not null references moderation_operations on delete cascade,
  publication_id uuid not null references publications on delete cascade,
  version_after int not null,
  moderation_status text not null,
  valide boolean not null,
  publie_le timestamptz,
  moderation_by text not null,
  moderation_reason text,
  moderation_reason_code text,
  moderated_at timestamptz,
  moderated_by uuid,
  en_avant boolean,
  featured_until timestamptz,
  deleted_at timestamptz,
  -- The fields that a correction replaced.
  words jsonb,
  primary key (operation_id, publication_id)
);
create index moderation_operation_items_by_publication on moderation_operation_items (publication_id);

-- The remaining steps of an operation, in order; each is deleted in the transaction that does it. `ids`: publications to
-- decide about (at these `versions`) or to restore, publications of an author or reports of a reporter to write to, mails
-- to withdraw.
create table moderation_pieces (
  operation_id uuid not null references moderation_operations on delete cascade,
  place bigint generated always as identity,
  step text not null check (step in ('decide', 'author', 'reporter', 'restore', 'withdraw')),
  ids uuid[] not null check (cardinality(ids) >= 1),
  versions int[] check (cardinality(versions) = cardinality(ids)),
  user_id uuid,
  primary key (operation_id, place)
);

-- Publications that an operation left unchanged, and why.
create table moderation_failures (
  operation_id uuid not null references moderation_operations on delete cascade,
  publication_id uuid not null,
  step text not null check (step in ('decide', 'restore')),
  error text not null check (error in ('not_found', 'stale_version')),
  primary key (operation_id, publication_id)
);

-- The mails of an operation. `data` is the input of the template: if a part of the publications is undone, the mail is written
-- again for the others.
create table moderation_letters (
  mail_id uuid primary key references mails on delete cascade,
  operation_id uuid not null references moderation_operations on delete cascade,
  -- In the order of the titles in `data`.
  publication_ids uuid[] not null check (cardinality(publication_ids) >= 1),
  template text not null check (length(template) <= 100),
  data jsonb not null
);
create index moderation_letters_by_operation on moderation_letters (operation_id);

---------------------------------------------------------------- duplicates

-- Publications that look alike and, as a moderator decided, are different; a row in each direction. It counts while both have
-- the `duplicate_key` of that decision: with other texts they are compared anew.
create table publications_told_apart (
  publication_id uuid not null references publications on delete cascade,
  other_id uuid not null references publications on delete cascade check (other_id <> publication_id),
  duplicate_key uuid not null,
  operation_id uuid references moderation_operations on delete set null,
  primary key (publication_id, other_id)
);
create index publications_told_apart_others on publications_told_apart (other_id);
create index publications_told_apart_by_key on publications_told_apart (duplicate_key);
create index publications_told_apart_by_operation on publications_told_apart (operation_id)
  where operation_id is not null;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on publication_reports, refusal_presets, moderation_operations,
      moderation_operation_items, publications_told_apart to parvis_app;
    grant select, insert, delete on moderation_pieces, moderation_failures, moderation_letters to parvis_app;
    grant select on sequence moderation_pieces_place_seq to parvis_app;
  end if;
end $$;
