-- expand: the index of words is read week by week, newest first.

-- The number of a week since 1970, which begins on a Thursday in UTC.
create function week_of(at timestamptz) returns int language sql immutable strict parallel safe as $$
  select floor(extract(epoch from $1 at time zone 'UTC') / 604800)::int
$$;

-- By what the words of a publication are indexed: the week of its id, unless its row has another one; and, as a negative number,
-- the block of eight weeks that it is in. An array, because GIN indexes arrays without an extension.
create function weeks_of_words(week int, id uuid) returns int[] language sql immutable parallel safe as $$
  select array[coalesce($1, public.week_of(uuid_extract_timestamp($2)), 0),
    -1 - coalesce($1, public.week_of(uuid_extract_timestamp($2)), 0) / 8]
$$;

-- The week to store: visible publications appear in the indexed week or in the next one. A decision within this time leaves the
-- row's week as it is, and so its index entries (a hundred for each row).
create function week_for(week int, id uuid, visible_le timestamptz) returns int language sql immutable parallel safe as $$
  select case when $3 is null or public.week_of($3) - (public.weeks_of_words($1, $2))[1] in (0, 1) then $1
    else public.week_of($3) end
$$;

alter table publication_words add column week int;

create or replace function keep_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- A text that waits for its time is indexed by that time.
    insert into publication_words (publication_id, visible_le, commune_ids, recherche, week)
      values (new.id, new.visible_le, new.commune_ids, words_of(new),
        week_for(null, new.id, coalesce(new.visible_le, new.publie_le)));
  elsif (old.title, old.lieu, old.body, old.commune_ids)
        is distinct from (new.title, new.lieu, new.body, new.commune_ids) then
    update publication_words w set visible_le = new.visible_le, commune_ids = new.commune_ids, recherche = words_of(new),
      week = week_for(w.week, new.id, coalesce(new.visible_le, new.publie_le))
      where publication_id = new.id;
  else
    update publication_words w set visible_le = new.visible_le, week = week_for(w.week, new.id, new.visible_le)
      where publication_id = new.id;
  end if;
  return null;
end $$;

-- For the next migration: rows from before, in batches that each lock a few rows for some milliseconds.
create procedure set_weeks_of_words() language plpgsql as $$
declare
  batch uuid[];
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    batch := array(select publication_id from publication_words where publication_id > last order by publication_id limit 10000);
    exit when batch = '{}';
    last := batch[cardinality(batch)];
    update publication_words set week = week_for(week, publication_id, visible_le)
      where publication_id = any(batch) and week is distinct from week_for(week, publication_id, visible_le);
    commit;
  end loop;
end $$;
