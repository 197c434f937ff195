-- expand, concurrently: what waits in a commune, its own publications and the attached ones. Each statement may be repeated.

create index concurrently if not exists publications_pending_of_commune on publications (commune_id, created_at desc, id desc)
  where moderation_status = 'pending' and deleted_at is null;
create index concurrently if not exists publication_communes_hidden on publication_communes (commune_id, publication_id)
  where visible_le is null;
