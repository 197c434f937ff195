-- Text is found as people type it: whatever the apostrophe, the dash, the quotation mark or the accent.

---------------------------------------------------------------- publications

-- French text as it is cut into stems, for what is written and for what is asked alike.
-- First everything but letters and digits goes: the parser of PostgreSQL tries for hosts, addresses and paths at each
-- `_`, `/`, `~` or `<`, and takes the square of the length for it (20 000 characters of `a_a_a_…`: three seconds; now
-- it grows as the text does). Then accents go, because people leave them out. Last come what the stemmer would make
-- two of: the endings it knows by their accent alone, plurals and feminines it does not know, and short forms.
create function french_words(text) returns text language plpgsql immutable strict parallel safe as $$
declare
  words text := lower(public.unaccent('public.unaccent'::regdictionary, replace($1, U&'\00AD', '')));
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

-- Nothing with an accent or a sign reaches it any more.
alter text search configuration parvis
  alter mapping for word, hword, hword_part with french_stem;
alter text search configuration parvis
  alter mapping for numword, numhword, hword_numpart with simple;

create or replace function words_of(publications) returns tsvector language sql stable parallel safe as $$
  select setweight(to_tsvector('public.parvis'::regconfig, public.french_words($1.title)), 'A')
      || setweight(to_tsvector('public.parvis'::regconfig, public.french_words(coalesce($1.lieu, ''))), 'B')
      || setweight(to_tsvector('public.parvis'::regconfig, public.french_words($1.body)), 'C')
$$;

-- All of these at once.
create aggregate all_of(tsquery) (sfunc = tsquery_and, stype = tsquery, parallel = safe);

-- The words of what is there are cut again into a table beside the old one, by several workers at once, and take its
-- place: reading goes on meanwhile, writing waits.
lock table publications in share row exclusive mode;
set local maintenance_work_mem = '256MB';
create table publication_words_again with (fillfactor = 70) as
  select id as publication_id, visible_le, commune_ids, words_of(p) as recherche from publications p;
drop table publication_words;
alter table publication_words_again rename to publication_words;
alter table publication_words
  alter column commune_ids set not null,
  alter column recherche set not null,
  add primary key (publication_id),
  add foreign key (publication_id) references publications on delete cascade;
create index publication_words_found on publication_words using gin (recherche, commune_ids) with (fastupdate = off);

do $$ begin
  -- Counted while it is empty, it would be taken for empty until somebody counts again.
  if exists (select from publication_words) then
    analyze publication_words;
  end if;
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on publication_words to parvis_app;
  end if;
end $$;
