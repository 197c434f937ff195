-- expand: the outbox. Every mail is a row before it is sent.

create table mails (
  id uuid primary key default new_id(),
  -- The order in which the mails of a thread are sent.
  place bigint generated always as identity,
  message_id text not null constraint mails_message_id_taken unique
    check (message_id ~ '^<[^<>[:space:]]+@[^<>[:space:]]+>$' and length(message_id) <= 250),
  in_reply_to text,
  reference_ids text[] not null default '{}',
  -- The message id that began the conversation; of a mail that answers nothing, its own.
  thread text not null,
  template text not null check (length(template) <= 100),
  language text not null check (language in ('fr', 'en')),
  auto_submitted text check (auto_submitted in ('auto-generated', 'auto-replied')),
  -- Written out when the mail is queued, so that what was decided is what is sent. Emptied some time after it was sent.
  recipient_email text check (length(recipient_email) <= 254),
  recipient_name text check (length(recipient_name) <= 200),
  reply_to text check (length(reply_to) <= 254),
  subject text check (length(subject) <= 300),
  text text,
  html text,
  -- Contains a link that opens an account: the text is emptied as soon as it is sent.
  confidential boolean not null default false,
  -- cancelled: its decision was undone within the minute that such a mail waits.
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'cancelled')),
  attempts int not null default 0 check (attempts >= 0),
  error text check (length(error) <= 500),
  next_try_at timestamptz not null default now(),
  give_up_at timestamptz not null,
  -- The job that holds the lease. After a crash, the same job on another worker may continue at once.
  claimed_by uuid,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- It came back after it was sent: it counts as failed, and `sent_at` stays.
  bounced_at timestamptz,
  -- An operator decided not to send it again.
  given_up_at timestamptz,
  constraint mails_sent_once check (case status
    when 'sent' then sent_at is not null and bounced_at is null
    when 'queued' then sent_at is null and bounced_at is null
    else sent_at is null or bounced_at is not null end),
  constraint mails_whole_while_queued
    check (status <> 'queued' or (recipient_email is not null and subject is not null and text is not null)),
  constraint mails_given_up check (given_up_at is null or status = 'failed')
);
create index mails_waiting on mails (thread, place) where status = 'queued';
create index mails_due on mails (next_try_at) where status = 'queued';
create index mails_to_forget on mails (created_at) where recipient_email is not null;
-- The failed mails that the back-office lists and counts.
create index mails_failed on mails (id) where status = 'failed' and given_up_at is null and recipient_email is not null;
create index mails_failed_answers on mails (id) where status = 'failed' and template = 'support-reply';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update on mails to parvis_app;
    grant select on sequence mails_place_seq to parvis_app;
  end if;
end $$;
