-- expand: import sources may be posts of WordPress, events as JSON, and web pages.
alter table import_sources drop constraint import_sources_kind_check;
alter table import_sources add constraint import_sources_kind_check check (
  kind in ('auto', 'rss', 'atom', 'json_feed', 'wordpress', 'ical', 'openagenda', 'json_events', 'page'));
