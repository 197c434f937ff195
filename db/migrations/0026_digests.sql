-- expand: people of the back-office may get a mail about what waits, and stop it without signing in.

create table digests (
  user_id uuid primary key references users on delete cascade,
  frequency text not null constraint digests_frequency_check check (frequency in ('none', 'daily', 'weekly')),
  -- In the link that stops the mails, without signing in.
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  next_at timestamptz,
  constraint digests_next_if_any check ((next_at is null) = (frequency = 'none'))
);
comment on table digests is 'How often a user wants a mail about what waits; src/digests/';
create index digests_due on digests (next_at) where next_at is not null;

alter table mails add column unsubscribe_url text;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on digests to parvis_app;
  end if;
end $$;
