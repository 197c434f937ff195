-- expand, concurrently: reports are counted by the month in which they were closed.
create index concurrently if not exists publication_reports_closed on publication_reports (closed_at)
  include (outcome, reason, created_at) where closed_at is not null;
