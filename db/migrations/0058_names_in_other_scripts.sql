-- expand: what is called in Greek, Arabic or Chinese is found by its name; in Arabic and Hebrew with vowel signs and without, as titles are.

-- As before, but for its first line. Beside a key that sorts by bytes a text is taken as one of bytes, of which those of other
-- scripts are no letters: of an acteur such words were lost. And vowel signs are none: they cut each word into pieces.
create or replace function words_key(text) returns text language sql immutable strict parallel safe as $$
  select ' ' || btrim(regexp_replace(public.fold(public.without_vowel_signs($1 collate "default")),
    '[^[:alnum:]]*[^[:alnum:] ][^[:alnum:]]*|  +', ' ', 'g')) || ' '
$$;

-- The keys of what is there in these scripts, made again.
update acteurs set nom = nom where nom ~ '[\u0180-\u1fff\u2c00-\U0010ffff]';
update users set nom = nom where nom ~ '[\u0591-\u06ed]';
update defibrillateurs set nom = nom where concat_ws(' ', nom, adresse, commune_nom) ~ '[\u0591-\u06ed]';
