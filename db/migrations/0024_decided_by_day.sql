-- What each day brought, for the curves of the back-office. A million publications: ten seconds.
create index publications_decided on publications (moderated_at)
  include (moderation_status, created_at, edited_at) where moderation_by = 'backoffice' and moderated_at is not null;
create index publication_reports_by_age on publication_reports (created_at);
