-- The outbox: every mail of the service is a row before it is a message.

create table mails (
  id uuid primary key default new_id(),
  -- Within a thread mails leave in this order.
  place bigint generated always as identity,
  message_id text not null constraint mails_message_id_taken unique
    check (message_id ~ '^<[^<>[:space:]]+@[^<>[:space:]]+>$' and length(message_id) <= 250),
  in_reply_to text,
  reference_ids text[] not null default '{}',
  -- The message that began the conversation; its own message_id when it answers nothing.
  thread text not null,
  template text not null check (length(template) <= 100),
  language text not null check (language in ('fr', 'en')),
  auto_submitted text check (auto_submitted in ('auto-generated', 'auto-replied')),
  -- Written out when it is decided, so that what is sent is what was decided. Gone some time after it was sent.
  recipient_email text check (length(recipient_email) <= 254),
  recipient_name text check (length(recipient_name) <= 200),
  reply_to text check (length(reply_to) <= 254),
  subject text check (length(subject) <= 300),
  text text,
  html text,
  -- Holds a link that opens an account: the words go with the sending, not weeks later.
  confidential boolean not null default false,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts int not null default 0 check (attempts >= 0),
  error text check (length(error) <= 500),
  next_try_at timestamptz not null default now(),
  give_up_at timestamptz not null,
  -- The job that sends it now. The same job, given to another worker after a crash, may take it up at once.
  claimed_by uuid,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint mails_sent_once check ((status = 'sent') = (sent_at is not null)),
  constraint mails_whole_while_queued
    check (status <> 'queued' or (recipient_email is not null and subject is not null and text is not null))
);
create index mails_waiting on mails (thread, place) where status = 'queued';
create index mails_due on mails (next_try_at) where status = 'queued';
create index mails_to_forget on mails (created_at) where recipient_email is not null;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update on mails to parvis_app;
  end if;
end $$;
