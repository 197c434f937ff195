-- expand, concurrently: publications that say for whom they are, newest first. The statement may be repeated.

create index concurrently if not exists publications_for_whom on publications (visible_le desc)
  where visible_le is not null and (public is not null or gratuit is not null);
