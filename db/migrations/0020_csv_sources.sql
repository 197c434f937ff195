-- expand: a source may be a CSV file, and says which of its columns are read.

alter table import_sources
  -- {title: 'Nom', date_debut: 'Jour', …}. Null: the columns are recognised by their names.
  add column columns jsonb check (jsonb_typeof(columns) = 'object'),
  drop constraint import_sources_kind_check,
  add constraint import_sources_kind_check
    check (
      kind in ('auto', 'rss', 'atom', 'json_feed', 'wordpress', 'ical', 'csv', 'openagenda', 'json_events', 'page'));

drop trigger import_sources_version on import_sources;
create trigger import_sources_version before update on import_sources for each row
  when ((old.nom, old.kind, old.url, old.acteur_id, old.commune_id, old.type_id, old.moderation, old.enabled,
         old.schedule, old.max_items, old.max_age_days, old.columns, old.api_key)
        is distinct from
        (new.nom, new.kind, new.url, new.acteur_id, new.commune_id, new.type_id, new.moderation, new.enabled,
         new.schedule, new.max_items, new.max_age_days, new.columns, new.api_key))
  execute function bump_version();
