-- expand, concurrently: events of several days that are under way, of communes and of all. Each statement may be repeated.

create index concurrently if not exists publications_several_days_by_commune on publications using gin (commune_ids)
  where date_fin > date_debut and visible_le is not null;
create index concurrently if not exists publications_several_days on publications (date_fin)
  include (date_debut, visible_le) where date_fin > date_debut and visible_le is not null;
