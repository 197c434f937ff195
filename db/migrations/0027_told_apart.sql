-- Two publications that look alike and, as a moderator has said, are not the same; in both directions. It holds as long as
-- both have the key that made them alike: with other words they are compared anew.
create table publications_told_apart (
  publication_id uuid not null references publications (id) on delete cascade,
  other_id uuid not null references publications (id) on delete cascade check (other_id <> publication_id),
  duplicate_key uuid not null,
  operation_id uuid references moderation_operations (id) on delete set null,
  primary key (publication_id, other_id)
);
create index publications_told_apart_others on publications_told_apart (other_id);
create index publications_told_apart_by_key on publications_told_apart (duplicate_key);
create index publications_told_apart_by_operation on publications_told_apart (operation_id) where operation_id is not null;

alter table moderation_operations drop constraint moderation_operations_action_check;
alter table moderation_operations add constraint moderation_operations_action_check
  check (action in ('moderate', 'valide', 'feature', 'delete', 'restore', 'edit', 'tell_apart'));

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on publications_told_apart to parvis_app;
  end if;
end $$;
