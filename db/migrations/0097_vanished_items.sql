-- expand: coming events that a complete list no longer has are noted, and told.

alter table import_items add column missed smallint not null default 0 constraint import_items_missed_check check (missed between 0 and 2);
comment on column import_items.missed is 'In how many whole readings in a row it was missing, although it is still to come; 2: it is gone there';
create index import_items_missed on import_items (source_id) where missed > 0;

alter table import_sources add column when_gone text not null default 'ask'
  constraint import_sources_when_gone_check check (when_gone in ('ask', 'cancel'));
comment on column import_sources.when_gone is 'What becomes of an event that is gone there';

drop trigger import_sources_version on import_sources;
create trigger import_sources_version before update on import_sources for each row
  when ((old.nom, old.kind, old.url, old.acteur_id, old.commune_id, old.type_id, old.moderation, old.enabled,
         old.schedule, old.max_items, old.max_age_days, old.when_gone, old.columns, old.api_key)
        is distinct from
        (new.nom, new.kind, new.url, new.acteur_id, new.commune_id, new.type_id, new.moderation, new.enabled,
         new.schedule, new.max_items, new.max_age_days, new.when_gone, new.columns, new.api_key))
  execute function bump_version();
