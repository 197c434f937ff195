-- expand: another refusal of a refused publication closes the appeal against the earlier one; undone, that appeal waits again.

drop trigger publications_appeals on publications;
create trigger publications_appeals after update on publications for each row
  when (old.moderation_status in ('rejected', 'approved', 'published')
    and (old.moderation_status <> new.moderation_status or new.valide and not old.valide
      or old.moderation_status = 'rejected' and old.moderated_at is distinct from new.moderated_at))
  execute function close_appeals();

-- Only an undo gives a publication the time of an earlier decision. An erased appeal has no message and stays closed.
create function reopen_appeals() returns trigger language plpgsql as $$ begin
  update appeals set status = 'pending', answered_at = null
  where coalesce(claim_id, report_id, publication_id) = new.id and decided_at = new.moderated_at
    and status = 'closed' and message is not null;
  return null; end $$;
create trigger publications_appeals_again after update on publications for each row
  when (new.moderation_status in ('rejected', 'approved', 'published') and not new.valide
    and old.moderated_at is distinct from new.moderated_at)
  execute function reopen_appeals();
