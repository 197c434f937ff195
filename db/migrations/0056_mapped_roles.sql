-- expand: the groups of an identity provider give roles, and never give back what a person removed.

-- The issuer whose groups gave the role; null: a person gave it.
alter table user_roles add column mapped_by text check (length(mapped_by) <= 500);

-- Roles that a person removed from a user.
create table removed_roles (
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('admin', 'operator_moderation', 'operator_claims', 'operator_support',
    'operator_communes', 'operator_imports')),
  removed_at timestamptz not null default now(),
  primary key (user_id, role)
);
do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on removed_roles to parvis_app;
  end if;
end $$;
