-- What the menu of the back-office counts: since when the oldest waits, and mails that failed. Both are few.
create index publications_waiting on publications ((greatest(edited_at, moderated_at)))
  where moderation_status = 'pending' and deleted_at is null;
create index mails_failed on mails (created_at) where status = 'failed';
