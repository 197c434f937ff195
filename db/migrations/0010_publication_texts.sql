-- expand: the texts of publications: how they are searched, earlier revisions, and drafts.

---------------------------------------------------------------- search

create text search configuration parvis (copy = french);

-- French text before it is stemmed, for texts and queries alike.
-- First everything but letters and digits goes: the parser of PostgreSQL tries for hosts, addresses and paths at each `_`, `/`,
-- `~` or `<`, in time that grows with the square of the length (three seconds for 20 000 characters of `a_a_a_…`). Then accents
-- go, because users leave them out. Last come the words that the stemmer would give two stems: endings that it knows by their
-- accent alone, plurals and feminines that it does not know, and abbreviations.
create function french_words(text) returns text language plpgsql immutable strict parallel safe as $$
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

create function words_of(publications) returns tsvector language sql stable parallel safe as $$
  select setweight(to_tsvector('public.parvis'::regconfig, public.french_words($1.title)), 'A')
      || setweight(to_tsvector('public.parvis'::regconfig, public.french_words(coalesce($1.lieu, ''))), 'B')
      || setweight(to_tsvector('public.parvis'::regconfig, public.french_words($1.body)), 'C')
$$;

-- Several queries joined by "and".
create aggregate all_of(tsquery) (sfunc = tsquery_and, stype = tsquery, parallel = safe);

-- Apart from the publication: a decision changes a small row and writes no words again (500 decisions: 0.6 s; 1.2 s with the
-- words in the row itself). The fillfactor keeps these updates on their page.
create table publication_words (
  publication_id uuid primary key references publications on delete cascade,
  visible_le timestamptz,
  commune_ids uuid[] not null,
  recherche tsvector not null
) with (fillfactor = 70);
-- Without fastupdate: every search would read through the pending list.
create index publication_words_found on publication_words using gin (recherche, commune_ids) with (fastupdate = off);

create function keep_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into publication_words (publication_id, visible_le, commune_ids, recherche)
      values (new.id, new.visible_le, new.commune_ids, words_of(new));
  elsif (old.title, old.lieu, old.body, old.commune_ids)
        is distinct from (new.title, new.lieu, new.body, new.commune_ids) then
    update publication_words set visible_le = new.visible_le, commune_ids = new.commune_ids, recherche = words_of(new)
      where publication_id = new.id;
  else
    update publication_words set visible_le = new.visible_le where publication_id = new.id;
  end if;
  return null;
end $$;
create trigger publications_words_first after insert on publications for each row execute function keep_words();
create trigger publications_words after update on publications for each row
  when ((old.title, old.lieu, old.body, old.commune_ids, old.visible_le)
        is distinct from (new.title, new.lieu, new.body, new.commune_ids, new.visible_le))
  execute function keep_words();

---------------------------------------------------------------- revisions

-- Every approved text, kept when another one replaces it or when it is hidden.
create table publication_revisions (
  id uuid primary key default new_id(),
  publication_id uuid not null references publications on delete cascade,
  title text not null,
  body text not null,
  type_id uuid not null references publication_types,
  commune_ids uuid[] not null,
  date_debut date,
  date_fin date,
  lieu text,
  image_url text,
  source_url text,
  -- Null for a text that an import wrote.
  written_by uuid references users on delete set null,
  written_at timestamptz not null,
  approved_at timestamptz not null,
  -- Null if its publication was scheduled for a time that did not come.
  visible_from timestamptz,
  kept_at timestamptz not null default clock_timestamp(),
  images jsonb,
  documents jsonb
);
create index publication_revisions_of on publication_revisions (publication_id, kept_at desc);
create index publication_revisions_by_author on publication_revisions (written_by) where written_by is not null;

-- A trigger, so that no way to change a text can forget it. A text that is hidden and shown again stays one revision.
create function keep_revision() returns trigger language plpgsql as $$
declare
  approved timestamptz := greatest(old.edited_at, old.moderated_at);
  seen timestamptz := case when old.publie_le <= now() then greatest(old.publie_le, approved) end;
begin
  update publication_revisions r set approved_at = approved, visible_from = coalesce(r.visible_from, seen)
    where r.id = (select id from publication_revisions where publication_id = old.id order by kept_at desc limit 1)
      and (r.title, r.body, r.type_id, r.commune_ids, r.date_debut, r.date_fin, r.lieu, r.image_url, r.source_url,
          r.images, r.documents)
        is not distinct from (old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.date_fin, old.lieu,
          old.image_url, old.source_url, old.images, old.documents);
  if not found then
    insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, date_fin, lieu,
      image_url, source_url, images, documents, written_by, written_at, approved_at, visible_from)
    values (old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.date_fin, old.lieu,
      old.image_url, old.source_url, old.images, old.documents, coalesce(old.edited_by, old.created_by), old.edited_at,
      approved, seen);
  end if;
  return null;
end $$;
create trigger publications_revised after update on publications for each row
  when (old.valide and (not new.valide or (
    old.title, old.body, old.type_id, old.date_debut, old.date_fin, old.lieu, old.image_url, old.source_url,
    old.images, old.documents) is distinct from (
    new.title, new.body, new.type_id, new.date_debut, new.date_fin, new.lieu, new.image_url, new.source_url,
    new.images, new.documents)))
  execute function keep_revision();

---------------------------------------------------------------- drafts

-- A text that a member is writing for an acteur, saved while they type. Only that member sees it.
create table publication_drafts (
  id uuid primary key default new_id(),
  user_id uuid not null references users on delete cascade,
  acteur_id uuid not null references acteurs on delete cascade,
  -- The publication that is being edited; null for a new one.
  publication_id uuid references publications on delete cascade,
  content jsonb not null check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 200000),
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index publication_drafts_of_user on publication_drafts (user_id, updated_at desc, id desc);
create index publication_drafts_of_acteur on publication_drafts (acteur_id);
create index publication_drafts_of_publication on publication_drafts (publication_id) where publication_id is not null;
create index publication_drafts_by_age on publication_drafts (updated_at);
create trigger publication_drafts_version before update on publication_drafts
  for each row when (old.* is distinct from new.*) execute function bump_version();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on publication_words, publication_drafts to parvis_app;
    grant select, insert, update on publication_revisions to parvis_app;
  end if;
end $$;
