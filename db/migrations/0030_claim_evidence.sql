-- expand: evidence about claims: a letter with a code, calls back, and answers of the present owners.

-- The code of a letter is derived from the id and the service's secret: neither it nor a hash of it is stored.
create table claim_letters (
  claim_id uuid primary key references claims on delete cascade,
  id uuid not null default gen_random_uuid(),
  attempts int not null default 0 check (attempts between 0 and 5),
  issued_by uuid references users on delete set null,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When the claimant entered the code.
  confirmed_at timestamptz
);
create index claim_letters_by_issuer on claim_letters (issued_by) where issued_by is not null;

-- A moderator called the known number of the acteur back.
create table claim_calls (
  claim_id uuid primary key references claims on delete cascade,
  called_by uuid references users on delete set null,
  called_at timestamptz not null default now()
);
create index claim_calls_by_caller on claim_calls (called_by) where called_by is not null;

-- An owner of the acteur who was told of a claim, and what they think of it.
create table claim_owner_answers (
  claim_id uuid not null references claims on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- In the links of their mail, which answer without signing in.
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  agrees boolean,
  answered_at timestamptz,
  primary key (claim_id, user_id),
  constraint claim_owner_answers_have_a_time check ((agrees is null) = (answered_at is null))
);
create index claim_owner_answers_by_user on claim_owner_answers (user_id);

-- Claims that were made with an address before its account existed.
create index claims_by_address on claims (lower(email)) where claimant_user_id is null and email is not null;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on claim_letters, claim_calls, claim_owner_answers to parvis_app;
  end if;
end $$;
