-- expand: claims of users who want to manage an acteur.

create table claims (
  id uuid primary key default new_id(),
  acteur_id uuid not null references acteurs,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'expired')),
  -- Message and contacts of the claimant: emptied twelve months after the decision.
  message text check (length(message) between 1 and 2000),
  nom text check (length(nom) <= 200),
  email text check (length(email) <= 254),
  telephone text check (length(telephone) <= 30),
  claimant_user_id uuid references users on delete set null,
  -- The language of our mails to them.
  language text not null check (language in ('fr', 'en')),
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  -- For operators only.
  note text check (length(note) <= 1000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  recherche text not null generated always as
    (plain_text(coalesce(nom, '') || ' ' || coalesce(email, '') || ' ' || coalesce(telephone, '') || ' '
                || coalesce(message, ''))) stored,
  -- The reason of a rejection, for the claimant.
  reason text check (length(reason) between 1 and 1000),
  -- The conversation in which the claimant is asked for more.
  thread_id uuid references support_threads on delete set null,
  constraint claims_decided_has_its_time check ((status in ('approved', 'rejected')) = (decided_at is not null))
);
-- The second of two simultaneous claims is refused (`claim_conflict`).
create unique index claims_one_pending on claims (acteur_id) where status = 'pending';
create index claims_by_age on claims (created_at desc, id desc);
create index claims_by_status on claims (status, created_at desc, id desc);
create index claims_by_acteur on claims (acteur_id, created_at desc, id desc);
create index claims_by_search on claims using gin (recherche gin_trgm_ops);
create index claims_by_claimant on claims (claimant_user_id) where claimant_user_id is not null;
create index claims_by_decider on claims (decided_by) where decided_by is not null;
create index claims_by_thread on claims (thread_id) where thread_id is not null;
create index claims_to_expire on claims (expires_at, id) where status = 'pending';
create index claims_personal on claims (coalesce(decided_at, expires_at))
  where status <> 'pending' and message is not null;
create trigger claims_version before update on claims for each row
  when ((old.status, old.note, old.message, old.reason) is distinct from (new.status, new.note, new.message, new.reason))
  execute function bump_version();

-- The changes of the last decision about a claim: it is undone only if nothing has changed since.
create table claim_decisions (
  claim_id uuid primary key references claims on delete cascade,
  decided_at timestamptz not null default now(),
  -- The versions after the decision.
  claim_version int not null,
  acteur_version int not null,
  -- The user who became a member by an approval, with the membership before (null: none) and after.
  user_id uuid references users on delete cascade,
  member_before jsonb,
  member_after jsonb,
  mail_id uuid references mails on delete set null
);
create index claim_decisions_by_user on claim_decisions (user_id) where user_id is not null;
create index claim_decisions_by_mail on claim_decisions (mail_id) where mail_id is not null;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update on claims to parvis_app;
    grant select, insert, update, delete on claim_decisions to parvis_app;
  end if;
end $$;
