-- expand: accounts of the embedded issuer, with their sessions and second factors.

-- Apart from `users`: anybody may claim an address with an account. Only once the address is verified does
-- `user_identities` connect the account with a user.
create table auth_users (
  id uuid primary key default new_id(),
  name text not null default '' check (length(name) <= 200),
  email text not null constraint auth_users_email_taken unique check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_users_unverified on auth_users (created_at) where not email_verified;

create table auth_sessions (
  id uuid primary key default new_id(),
  user_id uuid not null references auth_users on delete cascade,
  -- A hash, so that a copy of the table opens no session.
  token text not null unique,
  expires_at timestamptz not null,
  -- Never filled: addresses are kept as a keyed hash only, and a session needs none.
  ip_address text check (ip_address is null or ip_address = ''),
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_sessions_user on auth_sessions (user_id);
create index auth_sessions_over on auth_sessions (expires_at);

create table auth_accounts (
  id uuid primary key default new_id(),
  user_id uuid not null references auth_users on delete cascade,
  provider_id text not null,
  account_id text not null,
  -- scrypt, `salt:key`. Null until the user has chosen one.
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint auth_accounts_once unique (provider_id, account_id)
);
create index auth_accounts_user on auth_accounts (user_id);

-- Single-use, time-limited secrets: reset links, second-factor challenges, trusted devices. Identifiers are hashes.
create table auth_verifications (
  id text primary key default new_id()::text,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verifications_identifier on auth_verifications (identifier);
create index auth_verifications_value on auth_verifications (value);
create index auth_verifications_over on auth_verifications (expires_at);

create table auth_two_factors (
  id uuid primary key default new_id(),
  user_id uuid not null constraint auth_two_factors_once unique references auth_users on delete cascade,
  -- Both sealed with a key derived from PARVIS_SECRET.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count int not null default 0,
  locked_until timestamptz
);

-- Client networks from which an account was opened lately: its owner gets in from there while strangers elsewhere exhaust the
-- limits. The network is a keyed hash.
create table auth_known_households (
  user_id uuid not null references auth_users on delete cascade,
  household text not null,
  until timestamptz not null,
  primary key (user_id, household)
);
create index auth_known_households_over on auth_known_households (until);

---------------------------------------------------------------- accounts and users

-- The account behind an identity of the embedded issuer. A token that an operator printed has none.
create function embedded_account(identity user_identities) returns uuid language sql immutable parallel safe as $$
  select case when identity.issuer = 'parvis' and identity.subject not like 'token:%' then identity.subject::uuid end
$$;

-- Deleting an identity of the embedded issuer deletes its account.
create function end_account() returns trigger language plpgsql as $$
begin
  delete from auth_users where id = embedded_account(old);
  return null;
end $$;
create trigger user_identities_end_account after delete on user_identities
  for each row when (old.issuer = 'parvis') execute function end_account();

-- The sessions of a suspended user tell them of the suspension; once it is lifted, they sign in anew.
create function sign_out_everywhere() returns trigger language plpgsql as $$
begin
  delete from auth_sessions where user_id in
    (select embedded_account(i) from user_identities i where i.user_id = new.id);
  return null;
end $$;
create trigger users_let_in after update of status on users for each row
  when (new.status = 'active' and old.status = 'suspended') execute function sign_out_everywhere();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on auth_users, auth_sessions, auth_accounts, auth_verifications,
      auth_two_factors, auth_known_households to parvis_app;
  end if;
end $$;
