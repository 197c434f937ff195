-- Two who replay an event, or say whose a subscription is, at once: the second is told.
alter table payment_events
  add column version int not null default 1,
  add column updated_at timestamptz not null default now();
create trigger payment_events_version before update on payment_events for each row
  when ((old.status, old.attempts, old.error) is distinct from (new.status, new.attempts, new.error))
  execute function bump_version();

alter table subscriptions add column version int not null default 1;
create trigger subscriptions_version before update on subscriptions for each row
  when ((old.acteur_id, old.user_id, old.plan, old.status, old.current_period_start, old.current_period_end,
         old.cancel_at_period_end, old.canceled_at, old.trial_end)
    is distinct from
        (new.acteur_id, new.user_id, new.plan, new.status, new.current_period_start, new.current_period_end,
         new.cancel_at_period_end, new.canceled_at, new.trial_end))
  execute function bump_version();
