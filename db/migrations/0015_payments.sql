-- expand: events of the payment provider, each once, and the subscriptions that follow from them.

create table payment_events (
  id uuid primary key default new_id(),
  provider text not null check (provider ~ '^[a-z0-9_-]{1,40}$'),
  event_id text not null check (length(event_id) between 1 and 255),
  type text not null check (length(type) between 1 and 255),
  status text not null default 'received' check (status in ('received', 'processed', 'ignored', 'stale', 'failed')),
  attempts int not null default 0 check (attempts >= 0),
  error text check (length(error) <= 500),
  -- By the clock of the provider.
  created timestamptz not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  next_try_at timestamptz not null default now(),
  -- The provider's id of the subscription.
  subscription_id text check (length(subscription_id) between 1 and 255),
  -- Allowed fields only: ids, states and times. The payload itself is not stored anywhere.
  kept jsonb not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  constraint payment_events_once unique (provider, event_id)
);
create index payment_events_by_status on payment_events (status, id desc);
create index payment_events_by_type on payment_events (type, id desc);
create index payment_events_of_subscription on payment_events (provider, subscription_id, created)
  where subscription_id is not null;
create index payment_events_due on payment_events (next_try_at) where status = 'received';
create index payment_events_lately on payment_events (received_at) include (status);
create trigger payment_events_version before update on payment_events for each row
  when ((old.status, old.attempts, old.error) is distinct from (new.status, new.attempts, new.error))
  execute function bump_version();

create table subscriptions (
  id uuid primary key default new_id(),
  provider text not null check (provider ~ '^[a-z0-9_-]{1,40}$'),
  provider_subscription_id text not null check (length(provider_subscription_id) between 1 and 255),
  provider_customer_id text check (length(provider_customer_id) between 1 and 255),
  acteur_id uuid references acteurs on delete set null,
  user_id uuid references users on delete set null,
  plan text check (length(plan) between 1 and 255),
  status text not null check (status in
    ('trialing', 'active', 'past_due', 'unpaid', 'incomplete', 'incomplete_expired', 'paused', 'canceled')),
  current_period_start timestamptz,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null default false,
  canceled_at timestamptz,
  trial_end timestamptz,
  last_event_at timestamptz,
  -- The newest event that described the whole subscription. Invoices since then are applied on top of it, so that events may
  -- arrive in any order.
  snapshot_at timestamptz,
  snapshot_status text,
  snapshot_previous_status text,
  snapshot_rank int,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  recherche text not null generated always as
    (lower(provider_subscription_id || ' ' || coalesce(provider_customer_id, '') || ' ' || coalesce(plan, ''))) stored,
  version int not null default 1,
  constraint subscriptions_once unique (provider, provider_subscription_id),
  constraint subscriptions_whole_snapshot
    check ((snapshot_at is null) = (snapshot_status is null) and (snapshot_at is null) = (snapshot_rank is null))
);
create index subscriptions_by_status on subscriptions (status, id desc);
create index subscriptions_by_plan on subscriptions (plan, id desc);
create index subscriptions_by_acteur on subscriptions (acteur_id) where acteur_id is not null;
create index subscriptions_by_user on subscriptions (user_id) where user_id is not null;
create index subscriptions_by_search on subscriptions using gin (recherche gin_trgm_ops);
create trigger subscriptions_version before update on subscriptions for each row
  when ((old.acteur_id, old.user_id, old.plan, old.status, old.current_period_start, old.current_period_end,
         old.cancel_at_period_end, old.canceled_at, old.trial_end)
    is distinct from
        (new.acteur_id, new.user_id, new.plan, new.status, new.current_period_start, new.current_period_end,
         new.cancel_at_period_end, new.canceled_at, new.trial_end))
  execute function bump_version();

-- The differences that the last comparison with the provider found.
create table payment_comparisons (
  provider text primary key check (provider ~ '^[a-z0-9_-]{1,40}$'),
  compared_at timestamptz not null default now(),
  compared int not null check (compared >= 0),
  drifts jsonb not null
);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update on payment_events, subscriptions, payment_comparisons to parvis_app;
  end if;
end $$;
