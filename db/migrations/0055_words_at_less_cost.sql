-- expand: the words and the place by which a device is found cost a third of what they did; what they say is the same to the letter.
-- A first load of the register makes 187 000 of each.

-- Most words stand behind one blank already: only what is not so is replaced.
create or replace function words_key(text) returns text language sql immutable strict parallel safe as $$
  select ' ' || btrim(regexp_replace(public.fold($1), '[^[:alnum:]]*[^[:alnum:] ][^[:alnum:]]*|  +', ' ', 'g')) || ' '
$$;

-- Not in SQL: a function of SQL that cannot be written into its caller is prepared anew at each call, which takes longer than its work.
create or replace function with_saints(words text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return $1 || case when $1 like '% saint %' then 'st ' else '' end || case when $1 like '% sainte %' then 'ste ' else '' end
            || case when $1 like '% st %' then 'saint ' else '' end || case when $1 like '% ste %' then 'sainte ' else '' end;
end $$;

-- Without an array it can be written into its caller: an array is something even where its parts are null.
create or replace function on_unit_sphere(latitude float8, longitude float8) returns cube
language sql immutable strict parallel safe as $$
  select public.cube(public.cube(public.cube(cos(radians($1)) * cos(radians($2))), cos(radians($1)) * sin(radians($2))),
    sin(radians($1)))
$$;
