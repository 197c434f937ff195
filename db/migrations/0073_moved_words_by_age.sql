-- expand, concurrently: texts that are indexed by another week than that of their id, by the week of their id. With them the
-- back-office reads the newest hits of words by the time at which publications were created. May be repeated.

create index concurrently if not exists publication_words_moved_by_age on publication_words
  using gin (weeks_of_words(null, publication_id), recherche, commune_ids) with (fastupdate = off) where week is not null;
