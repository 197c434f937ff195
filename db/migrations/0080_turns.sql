-- expand: push services and webhook endpoints take turns, by what was measured of them.

-- The registrable domain of a push endpoint: its last two labels, or three below a suffix such as co.uk. An attacker's labels
-- below one name are one group. IP addresses and unusual spellings of a host are one group together: ''.
create function push_service_of(endpoint text) returns text language sql immutable parallel safe as $$
  select case when host is null or host ~ '(^|\.)(0x[0-9a-f]*|[0-9]+)$' then ''
    else coalesce(
      substring(host from '[^.]+\.(?:ac|asso|co|com|edu|go|gob|gouv|gov|info|mil|ne|net|nom|or|org|web)\.[a-z]{2}$'),
      substring(host from '[^.]+\.[^.]+$'), host) end
  from (select substring(lower(endpoint) from '^https://([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::[0-9]+)?(?:[/?#].*)?$') as host) named
$$;

alter table push_subscriptions add column service text not null generated always as (push_service_of(endpoint)) stored;

-- A message of an older program has no service, and waits for a turn in the group ''.
alter table push_messages add column service text not null default '';
update push_messages m set service = s.service from push_subscriptions s where s.id = m.subscription_id;

create table push_services (
  service text primary key,
  -- A moving average. Null: nothing was ever delivered.
  answer_ms int,
  -- Of those with as much in flight, the one that waits longest for its turn is next.
  taken_at timestamptz,
  paused_until timestamptz
);

-- Subscriptions up to this one have their message; null: all have.
alter table push_announcements add column queued_to uuid;

-- A moving average. Null: nothing was ever answered.
alter table webhook_endpoints add column answer_ms int, add column taken_at timestamptz;
-- Disabled because too many events waited; its creator is not told yet.
alter table webhook_endpoints add column tells_full boolean not null default false;
alter table webhook_endpoints drop constraint webhook_endpoints_disabled_for_check, add constraint webhook_endpoints_disabled_for_check
  check (disabled_for in ('gone', 'failing', 'full', 'asked'));
update webhook_endpoints set answer_ms = 0 where state = 'active' and failing_since is null;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on push_services to parvis_app;
  end if;
end $$;
