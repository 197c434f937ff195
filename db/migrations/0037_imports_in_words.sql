-- What an import says is a code with its params, told in the language of whoever reads it. What was written before there
-- were codes stays as the sentence it is: {"message": "…"}. Lines of the log (import_runs.entries) need no change: each says
-- by itself which of the two it is.

alter table import_runs drop constraint import_runs_error_check;
alter table import_runs alter column error type jsonb
  using case when error is not null then jsonb_build_object('message', error) end;
alter table import_runs add constraint import_runs_error_check check (jsonb_typeof(error) = 'object');

alter table import_sources drop constraint import_sources_disabled_reason_check;
alter table import_sources alter column disabled_reason type jsonb
  using case when disabled_reason is not null then jsonb_build_object('message', disabled_reason) end;
alter table import_sources add constraint import_sources_disabled_reason_check
  check (jsonb_typeof(disabled_reason) = 'object');

-- What a run made of each item, field by field; goes with the run.
alter table import_runs add column items jsonb not null default '[]' check (jsonb_typeof(items) = 'array');
