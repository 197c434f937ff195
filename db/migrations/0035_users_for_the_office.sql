-- People who are expected are seen and written to again; whoever is shut out is out at once; two administrators do not
-- write over each other.
alter table users add column version int not null default 1 check (version >= 1),
  add column updated_at timestamptz not null default now(),
  -- When they were last written to.
  add column invited_at timestamptz,
  -- Access tokens from before are good for nothing, though their time has not come.
  add column signed_out_at timestamptz;

create trigger users_version before update on users for each row
  when ((old.email, old.invited_email, old.nom, old.status) is distinct from
        (new.email, new.invited_email, new.nom, new.status))
  execute function bump_version();

create function sign_out_suspended() returns trigger language plpgsql as $$
begin
  delete from auth_sessions where user_id in
    (select embedded_account(i) from user_identities i where i.user_id = new.id);
  return null;
end $$;
create trigger users_suspended after update of status on users for each row
  when (new.status = 'suspended' and old.status <> 'suspended') execute function sign_out_suspended();

create index users_in_order_of_name on users ((coalesce(nom_recherche, '~') collate "C"), id);
create index users_by_last_seen on users ((coalesce(last_seen_at, '1970-01-01 00:00:00+00'::timestamptz)) desc, id desc);
