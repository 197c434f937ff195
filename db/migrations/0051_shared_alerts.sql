-- expand, concurrently: the alerts of several communes by a time after which none of them is in force. May be repeated.

create index concurrently if not exists publications_shared_alerts_by_end on publications (type_id, (
    coalesce(fin_le at time zone 'UTC', coalesce(date_fin, date_debut) + interval '2 days', publie_le at time zone 'UTC' + interval '4 days')))
  where visible_le is not null and leve_le is null and cardinality(commune_ids) > 1;
