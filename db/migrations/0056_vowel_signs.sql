-- expand: words in Arabic and Hebrew are found with and without their vowel signs, as those in French are without their accents.

-- Few write them, and who searches does not. In NFD a hamza or a madda stands beside its letter, as an accent does. Signs of other
-- scripts (Tamil, Hindi) are letters of their own, and stay.
create function without_vowel_signs(text) returns text language sql immutable strict parallel safe as $$
  select case when $1 ~ '[\u0591-\u06ed]' then normalize(regexp_replace(normalize($1, nfd),
    '[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]',
    '', 'g'), nfc) else $1 end
$$;

-- As before, but for its first line.
create or replace function french_words(text) returns text language plpgsql immutable strict parallel safe as $$
declare
  words text := lower(public.unaccent('public.unaccent'::regdictionary, replace(public.without_vowel_signs($1), U&'\00AD', '')));
  pair text[];
begin
  words := ' ' || regexp_replace(words, '[^[:alnum:] ]+', ' ', 'g') || ' ';
  if words ~ '[0-9]' then
    -- "14h30" is "14h 30", "RD920" is "rd 920"; then "14 heures" is "14h" is "14", "1er" is "1", "2 000" is "2000".
    words := regexp_replace(words, '\m(\d\d?h|a|d|n|rd|rn)(?=\d{1,4}\M)', '\1 ', 'g');
    words := regexp_replace(words,
      '\m(?:(\d+)(?:(?:i?eme|ere|er|re|nde|nd|e)s?\M| ?h(?:eures?)?\M)|(\d{1,3}) (?=\d{3}\M))', '\1\2', 'g');
  end if;
  foreach pair slice 1 in array array[
    [' st ', ' saint '], [' ste ', ' sainte '], [' sts ', ' saints '], [' stes ', ' saintes '],
    [' bd ', ' boulevard '], [' bld ', ' boulevard '], [' blvd ', ' boulevard '],
    [' av ', ' avenue '], [' ave ', ' avenue '],
    -- In every text, and without their "s" other words: "plus" is not the PLU.
    [' plus ', ' '], [' nous ', ' '], [' vous ', ' '], [' nos ', ' '], [' vos ', ' '], [' bus ', ' autobus '],
    -- Words of their own, which the stemmer takes for forms of publier, maire, soir, matin, entre, mars, dur and rue.
    [' public ', ' publico '], [' publics ', ' publico '], [' publique ', ' publico '], [' publiques ', ' publico '],
    ['ees ', 'ee '], [' mairies ', ' mairo '], [' mairie ', ' mairo '], [' soiree ', ' soiro '], [' matinee ', ' matino '],
    [' entree ', ' entro '], [' maree ', ' maro '], [' duree ', ' duro '], [' ruee ', ' ruo '],
    [' elus ', ' elu '], [' amis ', ' ami '], [' jeux ', ' jeu '], [' enjeux ', ' enjeu '], [' feux ', ' feu '],
    [' lieux ', ' lieu '], [' milieux ', ' milieu '], [' voeux ', ' voeu '], [' cheveux ', ' cheveu '],
    [' decheterie', ' dechetterie'], [' travaux ', ' travail '], [' vitraux ', ' vitrail '],
    [' petit ', ' petite '], [' petits ', ' petite '],
    ['ee ', 'ée '], ['ieres ', 'ier '], ['iere ', 'ier '], ['geres ', 'ger '], ['gere ', 'ger '],
    ['trices ', 'teur '], ['trice ', 'teur '], ['euses ', 'eur '], ['euse ', 'eur '], ['eux ', 'eur '],
    ['eures ', 'eur '], ['eure ', 'eur '], ['ifs ', 'ive '], ['if ', 'ive '],
    ['os ', 'o '], ['us ', 'u '], ['oux ', 'ou ']]
  loop
    words := replace(words, pair[1], pair[2]);
  end loop;
  return words;
end $$;

-- What is there in these scripts; on a million publications their texts are read once, and nobody waits for that.
update publication_words w set recherche = words_of(p)
from publications p
where p.id = w.publication_id and (p.title ~ '[\u0591-\u06ed]' or p.body ~ '[\u0591-\u06ed]' or p.lieu ~ '[\u0591-\u06ed]');
