-- expand: browsers get the alerts of a commune as notifications (Web Push).

-- The key that push services know this installation by. Subscriptions belong to it.
create table push_keys (
  sole boolean primary key default true check (sole),
  public_key text not null check (length(public_key) = 87),
  private_sealed text not null,
  created_at timestamptz not null default now()
);

create table push_subscriptions (
  id uuid primary key default new_id(),
  commune_id uuid not null references communes,
  endpoint text not null constraint push_subscriptions_endpoint unique
    check (length(endpoint) <= 1000 and endpoint like 'https://%'),
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  failures int not null default 0,
  used_at timestamptz not null default now()
);
create index push_subscriptions_by_commune on push_subscriptions (commune_id);
create index push_subscriptions_by_use on push_subscriptions (used_at);

create table push_announcements (
  publication_id uuid not null references publications on delete cascade,
  commune_id uuid not null references communes,
  niveau text,
  lifted boolean not null,
  announced_at timestamptz not null default now(),
  primary key (publication_id, commune_id)
);
comment on table push_announcements is 'The state of an alert that subscribers of a commune were last told of';

create table push_messages (
  subscription_id uuid not null references push_subscriptions on delete cascade,
  publication_id uuid not null references publications on delete cascade,
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (subscription_id, publication_id)
);
create index push_messages_due on push_messages (next_try_at);
comment on table push_messages is 'Notifications that are not delivered yet; src/place/push/send.ts';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on push_keys, push_subscriptions, push_announcements, push_messages
      to parvis_app;
  end if;
end $$;
