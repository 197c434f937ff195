-- A mail of a decision waits a minute: what is undone meanwhile is never sent.
alter table mails drop constraint mails_status_check;
alter table mails add constraint mails_status_check check (status in ('queued', 'sent', 'failed', 'cancelled'));

-- Every change of a publication's state is undone alike: what an operation did, to how many, and whether it was taken back.
alter table moderation_operations
  add column action text not null default 'moderate'
    check (action in ('moderate', 'valide', 'feature', 'delete', 'restore', 'edit')),
  -- What `moderate` made of them.
  add column moderation_status text check (moderation_status in ('pending', 'approved', 'published', 'rejected')),
  add column total int not null default 0 check (total >= 0),
  add column undone_at timestamptz;
update moderation_operations o set total =
  (select count(*) from moderation_operation_items i where i.operation_id = o.id);
drop index moderation_operations_by_user;
create index moderation_operations_by_user on moderation_operations (user_id, id) where user_id is not null;

-- Null in what was written before these columns were there: such an item says nothing about them.
alter table moderation_operation_items
  add column en_avant boolean,
  add column featured_until timestamptz,
  add column deleted_at timestamptz;

-- The mails that an operation decided. `data` is what the mail was written from: undone for a part of its publications,
-- it is written again for the others.
create table moderation_letters (
  mail_id uuid primary key references mails (id) on delete cascade,
  operation_id uuid not null references moderation_operations (id) on delete cascade,
  -- In the order of the titles in `data`.
  publication_ids uuid[] not null check (cardinality(publication_ids) >= 1),
  template text not null check (length(template) <= 100),
  data jsonb not null
);
create index moderation_letters_by_operation on moderation_letters (operation_id);
do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, delete on moderation_letters to parvis_app;
  end if;
end $$;
