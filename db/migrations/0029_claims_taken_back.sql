-- What the last decision about a claim gave, and how everything stood: undone only where nothing has moved since.
create table claim_decisions (
  claim_id uuid primary key references claims (id) on delete cascade,
  decided_at timestamptz not null default now(),
  -- Those that the decision left behind.
  claim_version int not null,
  acteur_version int not null,
  -- Who was made a member by an approval, as what, and what they were before: null for no member.
  user_id uuid references users (id) on delete cascade,
  member_before jsonb,
  member_after jsonb,
  mail_id uuid references mails (id) on delete set null
);
create index claim_decisions_by_user on claim_decisions (user_id) where user_id is not null;
create index claim_decisions_by_mail on claim_decisions (mail_id) where mail_id is not null;
do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on claim_decisions to parvis_app;
  end if;
end $$;
