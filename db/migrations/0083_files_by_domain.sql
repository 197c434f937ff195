-- expand, concurrently: files of other servers by the registrable domain of their host, in the order in which they are due.
-- The statement may be repeated.

create index concurrently if not exists fetched_files_of_domain on fetched_files (push_service_of('https://' || host), next_try_at)
  where status = 'waiting';
