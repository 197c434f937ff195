-- Where an account was opened with success of late: its owner gets in from there whatever strangers try elsewhere. The
-- network address is a keyed hash, as everywhere.
create table auth_known_households (
  user_id uuid not null references auth_users on delete cascade,
  household text not null,
  until timestamptz not null,
  primary key (user_id, household)
);
create index auth_known_households_over on auth_known_households (until);

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on auth_known_households to parvis_app;
  end if;
end $$;
