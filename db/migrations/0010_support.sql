-- Support: what people ask, and what they are answered.

create table support_threads (
  id uuid primary key default new_id(),
  subject text not null check (length(subject) between 1 and 200),
  status text not null default 'open' check (status in ('open', 'closed')),
  unread boolean not null default true,
  flag text check (flag in ('red', 'orange', 'yellow', 'green', 'blue', 'purple')),
  -- Who asked, and where they are answered.
  requester_nom text check (length(requester_nom) between 1 and 200),
  requester_email text not null check (length(requester_email) <= 254),
  requester_user_id uuid references users on delete set null,
  -- They are written to in it.
  language text not null check (language in ('fr', 'en')),
  -- Stands in the address of our answers: who knows it may write into this thread.
  reply_token text not null constraint support_threads_reply_token_taken unique check (reply_token ~ '^[0-9a-f]{32}$'),
  messages_count int not null default 0 check (messages_count >= 0),
  last_message_at timestamptz not null default now(),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index support_threads_by_activity on support_threads (last_message_at desc, id desc);
create index support_threads_by_status on support_threads (status, last_message_at desc, id desc);
create index support_threads_unread on support_threads (last_message_at desc, id desc) where unread;
create index support_threads_by_requester on support_threads (lower(requester_email));
create index support_threads_by_user on support_threads (requester_user_id) where requester_user_id is not null;
create index support_threads_by_search on support_threads
  using gin (fold(subject || ' ' || coalesce(requester_nom, '') || ' ' || requester_email) gin_trgm_ops);

create trigger support_threads_version before update on support_threads
  for each row when (old.* is distinct from new.*) execute function bump_version();

create table support_messages (
  id uuid primary key default new_id(),
  thread_id uuid not null references support_threads on delete cascade,
  -- Given under the lock of the thread: their order in it.
  place bigint generated always as identity,
  direction text not null check (direction in ('inbound', 'outbound')),
  -- Written by a program: an absence, a newsletter.
  automatic boolean not null default false,
  -- Of an inbound one; an outbound one has its operator.
  author_nom text check (length(author_nom) between 1 and 200),
  author_email text check (length(author_email) <= 254),
  author_user_id uuid references users on delete set null,
  body text not null check (length(body) between 1 and 25000),
  -- As mail programs know it. Ours are unique; what others call theirs is their affair.
  message_id text check (length(message_id) <= 250),
  -- How an outbound one travels.
  mail_id uuid references mails,
  -- What a server said about it, for when the mail itself has been forgotten, or came back.
  delivery_error text check (length(delivery_error) <= 500),
  bounced_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint support_messages_travel check ((direction = 'outbound') = (mail_id is not null))
);
create index support_messages_in_order on support_messages (thread_id, place);
create index support_messages_by_message_id on support_messages (message_id) where message_id is not null;
create index support_messages_by_mail on support_messages (mail_id) where mail_id is not null;
create index support_messages_by_author on support_messages (author_user_id) where author_user_id is not null;
create index support_messages_by_address on support_messages (lower(author_email)) where author_email is not null;
create index support_messages_by_age on support_messages (created_at);
create index support_messages_by_search on support_messages using gin (fold(body) gin_trgm_ops);

-- Every mail that came in, once: its Message-ID and sender as a hash, and what became of it.
create table support_receipts (
  key bytea primary key check (length(key) = 32),
  outcome text not null check (outcome in ('begun', 'opened', 'added', 'bounce', 'left out')),
  received_at timestamptz not null default now()
);
create index support_receipts_by_age on support_receipts (received_at);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on support_threads, support_messages, support_receipts to parvis_app;
  end if;
end $$;
