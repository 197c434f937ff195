-- expand: accounts have passkeys, and reporters a record; moderators suspend those who flood.

create table auth_passkeys (
  id uuid primary key default new_id(),
  user_id uuid not null references auth_users on delete cascade,
  name text check (length(name) <= 60),
  credential_id text not null constraint auth_passkeys_once unique check (length(credential_id) <= 1400),
  public_key text not null check (length(public_key) <= 4000),
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index auth_passkeys_user on auth_passkeys (user_id);

create table report_mutes (
  reporter text primary key check (length(reporter) <= 60),
  until timestamptz not null,
  muted_by uuid references users on delete set null,
  created_at timestamptz not null default now()
);
comment on table report_mutes is 'Reporters whose reports are refused until then; reporter as in publication_reports';
-- Counts what became of the reports of one person.
create index publication_reports_record on publication_reports (reporter, outcome)
  where reporter is not null and outcome is not null;
do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on auth_passkeys to parvis_app;
    grant select, insert, update, delete on report_mutes to parvis_app;
  end if;
end $$;

-- Null for a session that began otherwise, and once the passkey is removed: it proves one factor only then.
alter table auth_sessions add column passkey_id uuid references auth_passkeys on delete set null;
create index auth_sessions_passkey on auth_sessions (passkey_id) where passkey_id is not null;
