-- expand: the desk of appeals has a search, by the words and the address of an appeal.

alter table appeals add column recherche text not null
  generated always as (plain_text(coalesce(email, '') || ' ' || coalesce(message, '') || ' ' || coalesce(answer, ''))) stored;
create index appeals_by_search on appeals using gin (recherche gin_trgm_ops);

-- Before an update a generated column of `new` is empty, so the whole rows always differ.
drop trigger appeals_version on appeals;
create trigger appeals_version before update on appeals for each row
  when ((old.status, old.message, old.answer, old.answered_by, old.answered_at, old.reason, old.user_id, old.email)
    is distinct from (new.status, new.message, new.answer, new.answered_by, new.answered_at, new.reason, new.user_id, new.email))
  execute function bump_version();
