-- expand: a webhook endpoint can be changed, with a version; state and measures are no change of it.

alter table webhook_endpoints add column version int not null default 1, add column updated_at timestamptz not null default now();
create trigger webhook_endpoints_version before update on webhook_endpoints for each row
  when ((old.nom, old.url, old.events) is distinct from (new.nom, new.url, new.events)) execute function bump_version();
