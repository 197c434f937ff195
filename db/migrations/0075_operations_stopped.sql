-- expand, concurrently: an operation is stopped when its user has lost the right, and a run of a source knows who asked for
-- it. Each statement may be repeated.

alter table moderation_operations drop constraint if exists moderation_operations_state_check,
  add constraint moderation_operations_state_check
  check (state in ('queued', 'running', 'done', 'stopped', 'undoing', 'undone')) not valid;
alter table moderation_operations validate constraint moderation_operations_state_check;
create index concurrently if not exists moderation_operations_stopped on moderation_operations (id) where state = 'stopped';
alter table import_runs add column if not exists requested_by uuid references users(id) on delete set null;
create index concurrently if not exists import_runs_by_user on import_runs (requested_by) where requested_by is not null;
