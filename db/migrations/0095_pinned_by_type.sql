-- expand, concurrently: pinned publications by type, for the job that unpins alerts once they are over. The statement may be repeated.

create index concurrently if not exists publications_pinned on publications (type_id) where epingle;
