-- expand: the weeks of words cost less to check. A function in SQL is parsed and planned anew by each statement that checks the
-- week of a row: 100 µs for each publication that is written or decided. One in PL/pgSQL is planned once a session.

create or replace function week_of(at timestamptz) returns int language plpgsql immutable parallel safe strict as $$
begin
  return floor(extract(epoch from at at time zone 'UTC') / 604800)::int;
end $$;

create or replace function weeks_of_words(week int, id uuid) returns int[] language plpgsql immutable parallel safe as $$
declare
  of_text constant int := coalesce(week, public.week_of(uuid_extract_timestamp(id)), 0);
begin
  return array[of_text, -1 - of_text / 8];
end $$;
