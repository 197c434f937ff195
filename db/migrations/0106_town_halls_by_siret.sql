-- expand: a session keeps the SIRET that its provider vouches for, and a town hall proves itself by commune.

alter table auth_provider_sessions add column siret text
  constraint auth_provider_sessions_siret_check check (siret ~ '^[0-9]{14}$');
alter table auth_provider_sessions add column siret_at timestamptz
  constraint auth_provider_sessions_siret_has_its_time check ((siret is null) = (siret_at is null));

create index town_hall_readings_by_siret on town_hall_readings (siret);

-- A code that was mailed to the official address of a commune's town hall, for one person. It comes before any claim:
-- the claim is there once the proof holds.
create table town_hall_codes (
  commune_id uuid not null references communes on delete cascade,
  user_id uuid not null references users on delete cascade,
  id uuid not null default gen_random_uuid(),
  sent_to text not null constraint town_hall_codes_sent_to_check check (length(sent_to) <= 254),
  attempts int not null default 0 constraint town_hall_codes_attempts_check check (attempts between 0 and 5),
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (commune_id, user_id)
);
create index town_hall_codes_by_user on town_hall_codes (user_id);
create index town_hall_codes_by_expiry on town_hall_codes (expires_at);

-- The SIRET that proved a town hall; with `granted_at`, as `sent_to` is the address whose code did.
alter table claim_letters add column siret text constraint claim_letters_siret_check check (siret ~ '^[0-9]{14}$');

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on town_hall_codes to parvis_app;
  end if;
end $$;
