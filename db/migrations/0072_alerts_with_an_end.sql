-- expand, concurrently: the indexes of alerts have those with an end or a day. The others end four days after they appeared: a
-- commune's newest publications have them. Of ten published texts nine were in these indexes. Each statement may be repeated.

create index concurrently if not exists publications_alerts_by_end_new on publications
  (commune_id, type_id, (coalesce(fin_le at time zone 'UTC', coalesce(date_fin, date_debut) + interval '2 days')))
  where visible_le is not null and leve_le is null
    and coalesce(fin_le at time zone 'UTC', coalesce(date_fin, date_debut) + interval '2 days') is not null;
drop index concurrently if exists publications_alerts_by_end;
alter index if exists publications_alerts_by_end_new rename to publications_alerts_by_end;

create index concurrently if not exists publications_shared_alerts_by_end_new on publications
  (type_id, (coalesce(fin_le at time zone 'UTC', coalesce(date_fin, date_debut) + interval '2 days')))
  where visible_le is not null and leve_le is null and cardinality(commune_ids) > 1
    and coalesce(fin_le at time zone 'UTC', coalesce(date_fin, date_debut) + interval '2 days') is not null;
drop index concurrently if exists publications_shared_alerts_by_end;
alter index if exists publications_shared_alerts_by_end_new rename to publications_shared_alerts_by_end;
