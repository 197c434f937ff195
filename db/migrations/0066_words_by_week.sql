-- expand, concurrently: the index of words by week in place of the one without. Each statement may be repeated.

-- Before the index is there, so that the rows keep their place in the other one.
call set_weeks_of_words();
-- The weeks come first: GIN then looks for the words inside of a week alone.
create index concurrently if not exists publication_words_by_week on publication_words
  using gin (weeks_of_words(week, publication_id), recherche, commune_ids) with (fastupdate = off);
-- Once more: transactions that began with the trigger of before have ended now.
call set_weeks_of_words();
alter table publication_words drop constraint if exists publication_words_week_check, add constraint publication_words_week_check
  check (visible_le is null or week_of(visible_le) - (weeks_of_words(week, publication_id))[1] between 0 and 1) not valid;
alter table publication_words validate constraint publication_words_week_check;
drop index concurrently if exists publication_words_found;
