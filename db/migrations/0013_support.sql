-- expand: conversations with the support.

create table support_threads (
  id uuid primary key default new_id(),
  subject text not null check (length(subject) between 1 and 200),
  status text not null default 'open' check (status in ('open', 'closed')),
  unread boolean not null default true,
  flag text check (flag in ('red', 'orange', 'yellow', 'green', 'blue', 'purple')),
  requester_nom text check (length(requester_nom) between 1 and 200),
  -- Answers are sent here.
  requester_email text not null check (length(requester_email) <= 254),
  requester_user_id uuid references users on delete set null,
  -- The language of our mails to them.
  language text not null check (language in ('fr', 'en')),
  -- Part of the reply address of our answers: a mail to it joins this thread.
  reply_token text not null constraint support_threads_reply_token_taken unique check (reply_token ~ '^[0-9a-f]{32}$'),
  messages_count int not null default 0 check (messages_count >= 0),
  last_message_at timestamptz not null default now(),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  recherche text not null generated always as
    (plain_text(subject || ' ' || coalesce(requester_nom, '') || ' ' || requester_email)) stored,
  assignee_id uuid references users on delete set null,
  merged_into uuid references support_threads on delete cascade check (merged_into <> id),
  -- The direction of the last message, without automatic and cancelled ones.
  last_by text check (last_by in ('inbound', 'outbound'))
);
create index support_threads_by_activity on support_threads (last_message_at desc, id desc);
create index support_threads_by_status on support_threads (status, last_message_at desc, id desc);
create index support_threads_unread on support_threads (last_message_at desc, id desc) where unread;
create index support_threads_awaiting on support_threads (last_message_at desc, id desc)
  where status = 'open' and last_by = 'inbound';
create index support_threads_by_flag on support_threads (flag, last_message_at desc, id desc) where flag is not null;
create index support_threads_by_assignee on support_threads (assignee_id, last_message_at desc, id desc)
  where assignee_id is not null;
create index support_threads_by_requester on support_threads (lower(requester_email));
create index support_threads_by_user on support_threads (requester_user_id) where requester_user_id is not null;
create index support_threads_merged on support_threads (merged_into) where merged_into is not null;
create index support_threads_by_search on support_threads using gin (recherche gin_trgm_ops);

-- Not `old.*`: a generated column has no value yet when the trigger looks.
create trigger support_threads_version before update on support_threads for each row
  when ((old.subject, old.status, old.unread, old.flag, old.requester_nom, old.requester_email, old.requester_user_id,
         old.language, old.reply_token, old.messages_count, old.last_message_at, old.assignee_id, old.merged_into)
    is distinct from
        (new.subject, new.status, new.unread, new.flag, new.requester_nom, new.requester_email, new.requester_user_id,
         new.language, new.reply_token, new.messages_count, new.last_message_at, new.assignee_id, new.merged_into))
  execute function bump_version();

---------------------------------------------------------------- messages

create table support_messages (
  id uuid primary key default new_id(),
  thread_id uuid not null references support_threads on delete cascade,
  -- The order within the thread, given under the lock of the thread.
  place bigint generated always as identity,
  direction text not null check (direction in ('inbound', 'outbound')),
  -- Written by a program: an absence notice, a newsletter.
  automatic boolean not null default false,
  -- Name and address of an inbound message; an outbound one has its operator.
  author_nom text check (length(author_nom) between 1 and 200),
  author_email text check (length(author_email) <= 254),
  author_user_id uuid references users on delete set null,
  body text not null check (length(body) between 1 and 25000),
  -- Not unique: other senders may repeat theirs.
  message_id text check (length(message_id) <= 250),
  -- The mail of an outbound message.
  mail_id uuid references mails,
  -- Why it was not delivered; it outlives the mail.
  delivery_error text check (length(delivery_error) <= 500),
  bounced_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- Stored: folding the texts of half a million messages anew takes longer than a request may.
  recherche text not null generated always as (plain_text(body)) stored,
  -- Names only; the files are not kept.
  attachments text[] not null default '{}',
  -- An operator knows that it was not delivered, and leaves it at that.
  failure_known boolean not null default false,
  -- The thread from which a merge brought it here.
  merged_from uuid references support_threads on delete set null,
  constraint support_messages_travel check ((direction = 'outbound') = (mail_id is not null))
);
create index support_messages_in_order on support_messages (thread_id, place);
create index support_messages_by_message_id on support_messages (message_id) where message_id is not null;
create index support_messages_by_mail on support_messages (mail_id) where mail_id is not null;
create index support_messages_by_author on support_messages (author_user_id) where author_user_id is not null;
create index support_messages_by_address on support_messages (lower(author_email)) where author_email is not null;
create index support_messages_by_age on support_messages (created_at);
create index support_messages_merged on support_messages (merged_from) where merged_from is not null;
create index support_messages_bounced on support_messages (thread_id) where bounced_at is not null;
create index support_messages_by_search on support_messages using gin (recherche gin_trgm_ops);

-- Notes among operators.
create table support_notes (
  id uuid primary key default new_id(),
  thread_id uuid not null references support_threads on delete cascade,
  merged_from uuid references support_threads on delete set null,
  author_user_id uuid references users on delete set null,
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz not null default now()
);
create index support_notes_in_order on support_notes (thread_id, id);
create index support_notes_by_author on support_notes (author_user_id) where author_user_id is not null;
create index support_notes_merged on support_notes (merged_from) where merged_from is not null;

-- Prepared answers.
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

-- One row for each mail that came in, so that it is taken once: a hash of its Message-ID and sender, and what became of it.
create table support_receipts (
  key bytea primary key check (length(key) = 32),
  outcome text not null check (outcome in ('begun', 'opened', 'added', 'bounce', 'left out')),
  received_at timestamptz not null default now()
);
create index support_receipts_by_age on support_receipts (received_at);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete
      on support_threads, support_messages, support_notes, reply_templates, support_receipts to parvis_app;
    grant select on sequence support_messages_place_seq to parvis_app;
  end if;
end $$;
