-- The inbox as a desk: who wrote last, who looks after it, what colleagues note, and two conversations that are one.

-- last_by: whoever wrote last, programs and answers that were taken back not counted.
alter table support_threads
  add column assignee_id uuid references users (id) on delete set null,
  add column merged_into uuid references support_threads (id) on delete cascade check (merged_into <> id),
  add column last_by text check (last_by in ('inbound', 'outbound'));
update support_threads t set last_by = (
  select m.direction from support_messages m left join mails on mails.id = m.mail_id
  where m.thread_id = t.id and not m.automatic and mails.status is distinct from 'cancelled'
  order by m.place desc limit 1);
create index support_threads_awaiting on support_threads (last_message_at desc, id desc)
  where status = 'open' and last_by = 'inbound';
create index support_threads_by_assignee on support_threads (assignee_id, last_message_at desc, id desc)
  where assignee_id is not null;
create index support_threads_merged on support_threads (merged_into) where merged_into is not null;

drop trigger support_threads_version on support_threads;
create trigger support_threads_version before update on support_threads for each row
  when ((old.subject, old.status, old.unread, old.flag, old.requester_nom, old.requester_email, old.requester_user_id,
         old.language, old.reply_token, old.messages_count, old.last_message_at, old.assignee_id, old.merged_into)
    is distinct from
        (new.subject, new.status, new.unread, new.flag, new.requester_nom, new.requester_email, new.requester_user_id,
         new.language, new.reply_token, new.messages_count, new.last_message_at, new.assignee_id, new.merged_into))
  execute function bump_version();

-- attachments: names alone, what they hold is not kept. failure_known: it did not arrive, and nobody tries again.
-- merged_from: the conversation that it came here with.
alter table support_messages
  add column attachments text[] not null default '{}',
  add column failure_known boolean not null default false,
  add column merged_from uuid references support_threads (id) on delete set null;
create index support_messages_merged on support_messages (merged_from) where merged_from is not null;
create index support_messages_bounced on support_messages (thread_id) where bounced_at is not null;
create index mails_failed_answers on mails (id) where status = 'failed' and template = 'support-reply';

create table support_notes (
  id uuid primary key default new_id(),
  thread_id uuid not null references support_threads (id) on delete cascade,
  merged_from uuid references support_threads (id) on delete set null,
  author_user_id uuid references users (id) on delete set null,
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz not null default now()
);
create index support_notes_in_order on support_notes (thread_id, id);
create index support_notes_by_author on support_notes (author_user_id) where author_user_id is not null;
create index support_notes_merged on support_notes (merged_from) where merged_from is not null;

-- What is said again and again: to whoever writes to the support, and to whose publication is refused.
create table reply_templates (
  id uuid primary key default new_id(),
  nom text not null check (length(nom) between 1 and 100),
  body text not null check (length(body) between 1 and 10000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index reply_templates_nom_taken on reply_templates (lower(nom));
create trigger reply_templates_version before update on reply_templates
  for each row when (old.* is distinct from new.*) execute function bump_version();

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

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on support_notes, reply_templates, refusal_presets to parvis_app;
  end if;
end $$;
