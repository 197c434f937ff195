-- expand: the desk gets a mail when a publication is reported several times, or an alert waits.

-- So many people must have reported a publication. Null: no mail about reports.
alter table team_settings add column alert_reports int default 3 check (alert_reports between 1 and 1000);

-- What the desk was told about, once a publication and cause. Nothing is removed: it would be told again.
create table alerts (
  place bigint generated always as identity unique,
  publication_id uuid not null references publications on delete cascade,
  cause text not null constraint alerts_cause_check check (cause in ('reports', 'alerte')),
  created_at timestamptz not null default now(),
  primary key (publication_id, cause)
);
comment on table alerts is 'What was announced to the desk by mail, once a publication and cause; src/digests/';

alter table digests
  -- Whether the user wants mails about alerts. Null: as long as they get a digest.
  add column alerts boolean,
  -- In the link that stops them, without signing in.
  add column alerts_token text not null unique
    default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  -- The place of the newest one they were told, or that came before their choice.
  add column alerts_until bigint not null default 0,
  -- When mails about alerts were sent, of the last hour.
  add column alerts_sent timestamptz[] not null default '{}';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on alerts to parvis_app;
    grant select on sequence alerts_place_seq to parvis_app;
  end if;
end $$;
