-- expand: what changes at the desks of the back-office, in order, for the event streams of open screens.

-- Filled by the triggers below, in the transaction that makes the change; numbered after its commit.
create table desk_waiting (
  id bigint generated always as identity primary key,
  kind text not null,
  record_id uuid not null,
  -- Whoever may see this item hears of the change: the item itself, or what an appeal is about.
  item text not null,
  item_id uuid not null
);
comment on table desk_waiting is 'Changes of the desks that have no number yet; src/people/live/number.ts';

create table desk_changes (
  seq bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null constraint desk_changes_kind_check check (kind in ('start', 'publication', 'claim', 'thread', 'appeal')),
  record_id uuid not null,
  item text not null constraint desk_changes_item_check check (item in ('start', 'publication', 'claim', 'thread')),
  item_id uuid not null
);
comment on table desk_changes is 'Changes of the desks in order; src/people/live/follow.ts';
create index desk_changes_at on desk_changes (at);
-- Streams name the last row they sent, so the table is never empty.
insert into desk_changes (kind, record_id, item, item_id) values ('start', new_id(), 'start', new_id());

create function tell_desk() returns trigger language plpgsql as $$
declare
  one record := coalesce(new, old);
begin
  insert into desk_waiting (kind, record_id, item, item_id) values (tg_argv[0], one.id, tg_argv[0], one.id);
  return null;
end $$;

-- Rows about a publication or a claim: its notes.
create function tell_desk_about() returns trigger language plpgsql as $$
declare
  one record := coalesce(new, old);
begin
  if one.publication_id is not null then
    insert into desk_waiting (kind, record_id, item, item_id)
      values ('publication', one.publication_id, 'publication', one.publication_id);
  elsif one.claim_id is not null then
    insert into desk_waiting (kind, record_id, item, item_id) values ('claim', one.claim_id, 'claim', one.claim_id);
  end if;
  return null;
end $$;

create function tell_desk_appeal() returns trigger language plpgsql as $$
declare
  one record := coalesce(new, old);
begin
  insert into desk_waiting (kind, record_id, item, item_id)
    values ('appeal', one.id, case when one.claim_id is null then 'publication' else 'claim' end,
      coalesce(one.claim_id, one.publication_id));
  return null;
end $$;

-- An assignment is inserted without an assignee, and then changed.
create function tell_desk_assigned() returns trigger language plpgsql as $$
begin
  insert into desk_waiting (kind, record_id, item, item_id)
    select case when new.appeal_id is null then item else 'appeal' end, coalesce(new.appeal_id, item_id), item, item_id
    from (
      select case when coalesce(new.claim_id, a.claim_id) is null then 'publication' else 'claim' end as item,
        coalesce(new.claim_id, new.publication_id, a.claim_id, a.publication_id) as item_id
      from (select) nothing left join appeals a on a.id = new.appeal_id) about;
  return null;
end $$;

create trigger publications_desk_first after insert on publications for each row
  when (new.moderation_status = 'pending') execute function tell_desk('publication');
create trigger publications_desk after update on publications for each row
  when ((old.version, old.reports_count) is distinct from (new.version, new.reports_count))
  execute function tell_desk('publication');
create trigger claims_desk_first after insert on claims for each row execute function tell_desk('claim');
create trigger claims_desk after update on claims for each row
  when ((old.version, old.thread_id) is distinct from (new.version, new.thread_id)) execute function tell_desk('claim');
create trigger support_threads_desk_first after insert on support_threads for each row
  execute function tell_desk('thread');
create trigger support_threads_desk after update on support_threads for each row
  when (old.version <> new.version) execute function tell_desk('thread');
create trigger appeals_desk_first after insert on appeals for each row execute function tell_desk_appeal();
create trigger appeals_desk after update on appeals for each row
  when (old.version <> new.version) execute function tell_desk_appeal();
create trigger assignments_desk after update on assignments for each row
  when (old.assignee_id is distinct from new.assignee_id) execute function tell_desk_assigned();
create trigger notes_desk after insert or delete on notes for each row execute function tell_desk_about();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, delete on desk_waiting, desk_changes to parvis_app;
    -- A backup made by the account of a node reads all sequences.
    grant select on sequence desk_waiting_id_seq, desk_changes_seq_seq to parvis_app;
  end if;
end $$;

-- What an undo of an appeal's outcome needs, until its mail leaves.
create table appeal_outcomes (
  appeal_id uuid primary key references appeals (id) on delete cascade,
  decided_at timestamptz not null default now(),
  appeal_version integer not null,
  mail_id uuid references mails (id) on delete set null,
  -- The decisions about a publication that overturned the contested one, in their order.
  operation_ids uuid[] not null default '{}',
  -- The report or claim before it was opened again.
  before jsonb
);
comment on table appeal_outcomes is 'Outcomes of appeals that can be undone; src/publishing/appeals/undo.ts';

alter table assignments add column appeal_id uuid references appeals (id) on delete cascade,
  add constraint assignments_of_appeal unique (appeal_id),
  drop constraint assignments_of_one,
  add constraint assignments_of_one check (num_nonnulls(publication_id, claim_id, appeal_id) = 1);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, delete on appeal_outcomes to parvis_app;
  end if;
end $$;

-- Authors are told, once a day at most, which of their publications went online.
create table author_news (
  user_id uuid primary key references users (id) on delete cascade,
  wanted boolean not null default true,
  -- In the link that stops these mails.
  token text not null unique
    default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- Publications that became visible until then were told.
  told_until timestamptz not null default now() - interval '1 day',
  sent_at timestamptz
);
comment on table author_news is 'Mails to authors about what went online; src/letters/digests/author-news.ts';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on author_news to parvis_app;
  end if;
end $$;
