-- Names and free text are found as people type them, too: whatever the apostrophe, the dash and the quotation mark,
-- "St" and "Ste", and without the article of a town.

-- Free text as it is searched: without case, accents, quotation marks and soft hyphens, one kind of apostrophe and dash,
-- one space between words.
create function plain_text(text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(public.fold(translate($1,
    U&'\00AB\00BB\2039\203A\201C\201D\201E\201F"\00A0\202F\2009`\00B4\00AD', '            ''''')), '\s+', ' ', 'g'))
$$;

-- "Holds this somewhere", as a pattern for LIKE.
create function somewhere(text) returns text language sql immutable strict parallel safe as $$
  select '%' || replace(replace(replace(public.plain_text($1), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

alter table users alter column recherche set expression as
  (plain_text(coalesce(email, '') || ' ' || coalesce(invited_email, '') || ' ' || coalesce(nom, '')));
alter table claims alter column recherche set expression as
  (plain_text(coalesce(nom, '') || ' ' || coalesce(email, '') || ' ' || coalesce(telephone, '') || ' '
              || coalesce(message, '')));
alter table support_messages alter column recherche set expression as (plain_text(body));
alter table support_threads alter column recherche set expression as
  (plain_text(subject || ' ' || coalesce(requester_nom, '') || ' ' || requester_email));

---------------------------------------------------------------- words that begin a word

-- What is asked, as words: "l'école" asks for the school, not for a word that begins with "l".
create function words_asked(text) returns text language sql immutable strict parallel safe as $$
  select public.words_key(regexp_replace(public.plain_text($1), '\m(?:[cdjlmnst]|qu)''', ' ', 'g'))
$$;

-- Words of `words_key` with the other way to write their saints.
create function with_saints(words text) returns text language sql immutable strict parallel safe as $$
  select $1 || case when $1 like '% saint %' then 'st ' else '' end || case when $1 like '% sainte %' then 'ste ' else '' end
            || case when $1 like '% st %' then 'saint ' else '' end || case when $1 like '% ste %' then 'sainte ' else '' end
$$;

create or replace function set_acteur_keys() returns trigger language plpgsql as $$
begin
  new.cle := search_key(new.nom);
  new.recherche := with_saints(words_key(concat_ws(' ', new.nom, new.cle, new.siret, new.rna,
    (select concat_ws(' ', c.nom, c.cle, array_to_string(c.codes_postaux, ' ')) from communes c
      where c.id = new.commune_id))));
  return new;
end $$;
update acteurs set nom = nom where recherche ~ ' (saint|st)e? ';

create or replace function defibrillateur_words(overrides jsonb, nom text, adresse text, code_postal text, commune_nom text)
returns text language sql immutable parallel safe as $$
  select public.with_saints(public.words_key(
    coalesce(public.shown_text($1, 'nom', $2), '') || ' ' || coalesce(public.shown_text($1, 'adresse', $3), '') || ' ' ||
    coalesce(public.shown_text($1, 'code_postal', $4), '') || ' ' ||
    coalesce(public.shown_text($1, 'commune_nom', $5), '')))
$$;
alter table defibrillateurs alter column recherche set expression as
  (defibrillateur_words(overrides, nom, adresse, code_postal, commune_nom));

---------------------------------------------------------------- communes

-- "hay-les-roses" begins the name of L'Haÿ-les-Roses as well. An index and no column: what is searched is no new version.
create function key_behind_article(name text) returns text language sql immutable strict parallel safe as $$
  select public.search_key(substring(public.fold($1) from '^(?:l''|(?:le|la|les)[ -])(.+)$'))
$$;
create index communes_behind_article on communes (key_behind_article(nom) collate "C")
  where key_behind_article(nom) is not null;
