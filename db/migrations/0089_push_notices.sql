-- expand: browsers may follow what the town hall, or another acteur, publishes.

alter table push_subscriptions
  add column acteur_id uuid references acteurs on delete cascade,
  add column notices text constraint push_subscriptions_notices check (notices in ('daily', 'each')),
  add constraint push_subscriptions_acteur check (acteur_id is null or notices is not null);
comment on column push_subscriptions.acteur_id is 'Followed instead of the commune: no alerts of others';
comment on column push_subscriptions.notices is
  'How what the acteur, or the town hall, publishes is told: at once, or once a day; null: alerts only';

create table push_notices (
  id uuid primary key default new_id(),
  commune_id uuid not null references communes,
  acteur_id uuid not null references acteurs on delete cascade,
  rhythm text not null check (rhythm in ('daily', 'each')),
  publication_ids uuid[] not null check (cardinality(publication_ids) > 0),
  announced_at timestamptz not null default now(),
  queued_to uuid
);
create index push_notices_by_commune on push_notices (commune_id, rhythm, announced_at);
create index push_notices_by_acteur on push_notices (acteur_id);
create index push_notices_unqueued on push_notices (queued_to) where queued_to is not null;
comment on table push_notices is
  'What followers of an acteur in a commune were told of; queued_to: the last follower with a message, until all have one';

create table push_looks (
  of text primary key,
  at timestamptz not null
);
comment on table push_looks is
  'When publications were last looked at for notices: ''each'', and each time zone for its notices of the day';

alter table push_messages add column notice_id uuid references push_notices on delete cascade;
comment on column push_messages.notice_id is 'Null: an alert';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on push_notices, push_looks to parvis_app;
  end if;
end $$;
