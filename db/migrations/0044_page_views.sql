-- expand: how often the pages of publications are opened.

create table publication_page_views (
  publication_id uuid not null references publications on delete cascade,
  -- In Paris.
  day date not null,
  views int not null check (views > 0),
  primary key (publication_id, day)
);
create index publication_page_views_old on publication_page_views (day);
comment on table publication_page_views is 'Counts a day, nothing about the readers; src/page-views/';

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on publication_page_views to parvis_app;
  end if;
end $$;
