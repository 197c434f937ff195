-- expand: residents get the week of their commune by mail, without an account.

create table weekly_mail_subscribers (
  id uuid primary key default new_id(),
  commune_id uuid not null references communes,
  -- Sealed with the secret of the service.
  address_sealed text not null check (length(address_sealed) <= 2000),
  -- Keyed hash of the address: it is subscribed once.
  address_hash text not null check (length(address_hash) = 43),
  -- In the links that confirm and stop.
  token text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') unique,
  -- Null once confirmed.
  asked_le timestamptz default now(),
  confirmed_le timestamptz,
  -- The Friday of the last mail.
  sent_week date,
  constraint weekly_mail_subscribers_once unique (address_hash, commune_id),
  constraint weekly_mail_subscribers_asked check ((asked_le is null) <> (confirmed_le is null))
);
create index weekly_mail_subscribers_confirmed on weekly_mail_subscribers (commune_id, id) where confirmed_le is not null;
comment on table weekly_mail_subscribers is 'Who gets the week of a commune by mail; src/weekly-mail/';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on weekly_mail_subscribers to parvis_app;
  end if;
end $$;
