-- expand: notes and an assignee on publications and claims, mentions in notes, settings of the team.

-- An older program writes notes about an acteur or a person alone.
alter table notes
  add column publication_id uuid references publications on delete cascade,
  add column claim_id uuid references claims on delete cascade,
  drop constraint notes_about_one,
  add constraint notes_about_one check (num_nonnulls(acteur_id, user_id, publication_id, claim_id) = 1);
create index notes_of_publication on notes (publication_id, id) where publication_id is not null;
create index notes_of_claim on notes (claim_id, id) where claim_id is not null;

-- The colleague who follows a record. A row stays when nobody does any more: it is the lock of the next change.
-- Apart from the records, whose versions are about their content.
create table assignments (
  id uuid primary key default new_id(),
  publication_id uuid constraint assignments_of_publication unique references publications on delete cascade,
  claim_id uuid constraint assignments_of_claim unique references claims on delete cascade,
  assignee_id uuid references users on delete set null,
  assigned_at timestamptz not null default now(),
  constraint assignments_of_one check (num_nonnulls(publication_id, claim_id) = 1)
);
create index assignments_by_assignee on assignments (assignee_id, id) where assignee_id is not null;

-- A colleague who is mentioned in a note, once a note.
create table note_mentions (
  id uuid primary key default new_id(),
  note_id uuid references notes on delete cascade,
  support_note_id uuid references support_notes on delete cascade,
  user_id uuid not null references users on delete cascade,
  mail_id uuid references mails on delete set null,
  -- When the colleague ticked it off.
  done_at timestamptz,
  created_at timestamptz not null default now(),
  constraint note_mentions_in_one check (num_nonnulls(note_id, support_note_id) = 1)
);
create unique index note_mentions_once on note_mentions (note_id, user_id) where note_id is not null;
create unique index note_mentions_once_in_thread on note_mentions (support_note_id, user_id)
  where support_note_id is not null;
create index note_mentions_open on note_mentions (user_id, id) where done_at is null;
create index note_mentions_by_user on note_mentions (user_id);
create index note_mentions_by_mail on note_mentions (mail_id) where mail_id is not null;

-- One row: how the team works.
create table team_settings (
  one boolean primary key default true check (one),
  -- The queue of moderation begins with what is urgent.
  urgent_first boolean not null default false,
  -- Within how many hours people are answered. Null: no target.
  target_hours int check (target_hours between 1 and 720),
  version int not null default 1,
  updated_at timestamptz not null default now()
);
insert into team_settings default values;
create trigger team_settings_version before update on team_settings for each row
  when (old.* is distinct from new.*) execute function bump_version();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on assignments, note_mentions to parvis_app;
    grant select, update on team_settings to parvis_app;
  end if;
end $$;
