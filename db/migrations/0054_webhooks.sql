-- expand: programs hear of changes by webhooks.

create table webhook_endpoints (
  id uuid primary key default new_id(),
  nom text not null check (length(nom) between 1 and 100),
  url text not null check (length(url) <= 2000),
  events text[] not null check (cardinality(events) > 0 and events <@ array['publication.published', 'publication.changed',
    'publication.withdrawn', 'alert.started', 'alert.ended', 'claim.decided', 'subscription.changed', 'sync.finished']),
  -- None of the three: everything.
  acteur_id uuid references acteurs,
  commune_ids uuid[] check (cardinality(commune_ids) between 1 and 500),
  epci_codes text[] check (cardinality(epci_codes) between 1 and 50),
  -- By which right it was made: it is served as long as its creator has that right.
  granted_to text not null check (granted_to in ('owner', 'admin')),
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  secret_sealed text not null,
  -- The one before, whose signatures are sent as well until this time.
  former_sealed text,
  former_until timestamptz,
  state text not null default 'unverified' check (state in ('unverified', 'active', 'disabled')),
  disabled_for text check (disabled_for in ('gone', 'failing', 'asked')),
  -- Since the last delivery: `failing_since` disables it after three days.
  failures int not null default 0,
  failing_since timestamptz,
  next_try_at timestamptz not null default now(),
  constraint webhook_endpoints_limit check (num_nonnulls(acteur_id, commune_ids, epci_codes) <= 1),
  constraint webhook_endpoints_of_owners check (granted_to <> 'owner' or acteur_id is not null),
  constraint webhook_endpoints_former check ((former_sealed is null) = (former_until is null)),
  constraint webhook_endpoints_says_why check ((state = 'disabled') = (disabled_for is not null))
);
create index webhook_endpoints_by_acteur on webhook_endpoints (acteur_id) where acteur_id is not null;
create index webhook_endpoints_by_creator on webhook_endpoints (created_by) where created_by is not null;

-- What is to be sent, and what was: one row for each event and endpoint.
create table webhook_deliveries (
  id uuid primary key default new_id(),
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  -- The number of the change, increasing.
  seq bigint not null,
  event text not null,
  resource_id uuid not null,
  at timestamptz not null,
  data jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  -- Of the last attempt.
  tried_at timestamptz,
  status int,
  error text check (length(error) <= 100),
  delivered_at timestamptz,
  constraint webhook_deliveries_once unique (endpoint_id, seq),
  constraint webhook_deliveries_delivered check ((state = 'delivered') = (delivered_at is not null))
);
create index webhook_deliveries_due on webhook_deliveries (next_try_at) where state = 'waiting';
create index webhook_deliveries_in_order on webhook_deliveries (endpoint_id, resource_id, seq) where state = 'waiting';
create index webhook_deliveries_by_age on webhook_deliveries (at);

create table alerts_in_force (publication_id uuid primary key);
comment on table alerts_in_force is 'Alerts whose start was told and whose end was not; src/changes/alert-ends.ts';

alter table changes drop constraint changes_kind_check, add constraint changes_kind_check check (kind in ('start', 'type', 'commune', 'elus',
  'collectes', 'infos', 'defibrillateurs', 'acteur', 'publication', 'alert', 'claim', 'subscription', 'sync'));
alter table changes_waiting drop constraint changes_waiting_kind_check, add constraint changes_waiting_kind_check check (kind in ('type',
  'commune', 'elus', 'collectes', 'infos', 'defibrillateurs', 'acteur', 'publication', 'claim', 'subscription', 'sync', 'of_type', 'of_acteur',
  'of_picture', 'of_commune'));

-- Events that are not public: they are numbered with the others, and no page of the feed has them.
create function tell_claim() returns trigger language plpgsql as $$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids, acteur_ids)
    select 'claim', new.id, true, array_remove(array[a.commune_id], null), array[a.id] from acteurs a where a.id = new.acteur_id;
  return null;
end $$;
create trigger claims_told after update on claims for each row
  when (old.status <> new.status and new.status in ('approved', 'rejected')) execute function tell_claim();

create function tell_subscription() returns trigger language plpgsql as $$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids, acteur_ids)
    values ('subscription', new.id, true, array_remove(array[(select commune_id from acteurs where id = new.acteur_id)], null),
      array_remove(array[old.acteur_id, new.acteur_id], null));
  return null;
end $$;
create trigger subscriptions_told_first after insert on subscriptions for each row execute function tell_subscription();
create trigger subscriptions_told after update on subscriptions for each row
  when (old.version <> new.version) execute function tell_subscription();

create function tell_sync() returns trigger language plpgsql as $$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids) values ('sync', new.id, true, array_remove(array[new.commune_id], null));
  return null;
end $$;
create trigger defibrillateur_syncs_told after update on defibrillateur_syncs for each row
  when (old.finished_at is null and new.finished_at is not null) execute function tell_sync();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on webhook_endpoints, webhook_deliveries to parvis_app;
    grant select, insert, delete on alerts_in_force to parvis_app;
  end if;
end $$;
