-- What moderators narrow their list by: who decided, what was changed since, what nobody sees; and events by their first day,
-- for the order by urgency. A million publications: ten seconds.
drop index publications_by_moderator;
create index publications_by_moderator on publications (moderated_by, created_at desc, id desc) include (deleted_at)
  where moderated_by is not null;
create index publications_by_decider on publications (moderation_by, created_at desc, id desc) where deleted_at is null;
create index publications_by_change on publications (updated_at) include (deleted_at);
-- Approved without a time.
create index publications_undated on publications (created_at desc, id desc)
  where valide and deleted_at is null and publie_le is null;
create index publications_by_first_day on publications (date_debut, id) where date_debut is not null;
