-- expand, concurrently: texts whose words are not indexed by their week yet. Each statement may be repeated.

alter table publication_words add column if not exists moving boolean not null default false;

-- A table: with an index on the column, PostgreSQL could not update the row in place, and would write all of its entries anew.
create table if not exists publication_words_moving (
  publication_id uuid primary key references publication_words on delete cascade,
  -- A copy: searches read all of them, and the rows themselves lie all over the disk.
  recherche tsvector not null
);

alter table publication_words drop constraint if exists publication_words_week_check, add constraint publication_words_week_check
  check (moving or visible_le is null or week_of(visible_le) - (weeks_of_words(week, publication_id))[1] between 0 and 1) not valid;
alter table publication_words validate constraint publication_words_week_check;
