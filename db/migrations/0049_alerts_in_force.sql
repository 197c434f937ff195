-- expand, concurrently: the alerts of a commune by a time after which none of them is in force. Each statement may be repeated.

create index concurrently if not exists publications_alerts_by_end on publications (commune_id, type_id, (
    coalesce(fin_le at time zone 'UTC', coalesce(date_fin, date_debut) + interval '2 days', publie_le at time zone 'UTC' + interval '4 days')))
  where visible_le is not null and leve_le is null;
