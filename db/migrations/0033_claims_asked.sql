-- The words of a refusal, which the claimant reads, and the conversation in which they are asked for more.
alter table claims add column reason text check (length(reason) between 1 and 1000);
alter table claims add column thread_id uuid references support_threads (id) on delete set null;
create index claims_by_thread on claims (thread_id) where thread_id is not null;
-- What waits by what lapses first: the order of a list needs the id as well.
drop index claims_to_expire;
create index claims_to_expire on claims (expires_at, id) where status = 'pending';

drop trigger claims_version on claims;
create trigger claims_version before update on claims for each row
  when ((old.status, old.note, old.message, old.reason) is distinct from (new.status, new.note, new.message, new.reason))
  execute function bump_version();
