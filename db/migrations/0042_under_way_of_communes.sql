-- expand, concurrently: events of several days by their last day, which an index of arrays cannot have. Each statement may be
-- repeated.

create index concurrently if not exists publications_several_days_of_commune on publications (commune_id, date_fin)
  include (date_debut, visible_le, id) where date_fin > date_debut and visible_le is not null;
create index concurrently if not exists publications_several_days_further on publications using gin (commune_ids)
  where date_fin > date_debut and visible_le is not null and cardinality(commune_ids) > 1;
drop index concurrently if exists publications_several_days_by_commune;
