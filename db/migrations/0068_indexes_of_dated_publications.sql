-- expand, concurrently: indexes of days have the dated publications alone, one in seven. The others follow by age, along indexes
-- that include the day. Each statement may be repeated.

create index concurrently if not exists publications_visible_by_day_new on publications (debut, id)
  include (visible_le, type_id) where visible_le is not null and debut is not null;
drop index concurrently if exists publications_visible_by_day;
alter index if exists publications_visible_by_day_new rename to publications_visible_by_day;

create index concurrently if not exists publications_visible_by_commune_new on publications (commune_id, visible_le desc, id desc)
  include (type_id, debut) where visible_le is not null;
drop index concurrently if exists publications_visible_by_commune;
alter index if exists publications_visible_by_commune_new rename to publications_visible_by_commune;

create index concurrently if not exists publications_visible_by_commune_day_new on publications (commune_id, debut, id)
  include (visible_le, type_id) where visible_le is not null and debut is not null;
drop index concurrently if exists publications_visible_by_commune_day;
alter index if exists publications_visible_by_commune_day_new rename to publications_visible_by_commune_day;

create index concurrently if not exists publication_communes_visible_new on publication_communes
  (commune_id, visible_le desc, publication_id desc) include (type_id, debut) where visible_le is not null;
drop index concurrently if exists publication_communes_visible;
alter index if exists publication_communes_visible_new rename to publication_communes_visible;

create index concurrently if not exists publication_communes_visible_by_day_new on publication_communes
  (commune_id, debut, publication_id) include (visible_le, type_id) where visible_le is not null and debut is not null;
drop index concurrently if exists publication_communes_visible_by_day;
alter index if exists publication_communes_visible_by_day_new rename to publication_communes_visible_by_day;

-- The publications of an acteur are counted by the index of their list.
create index concurrently if not exists publications_by_acteur_new on publications (acteur_id, created_at desc, id desc)
  include (deleted_at);
drop index concurrently if exists publications_by_acteur;
alter index if exists publications_by_acteur_new rename to publications_by_acteur;
drop index concurrently if exists publications_kept_by_acteur;

-- Duplicates have tables of their own.
create index concurrently if not exists publications_by_commune_new on publications (commune_id, created_at desc, id desc)
  include (moderation_status, valide, deleted_at, type_id);
drop index concurrently if exists publications_by_commune;
alter index if exists publications_by_commune_new rename to publications_by_commune;
