-- expand: a decision about an old text leaves its words indexed where they are. A job indexes them anew, by the week in which the
-- text appears: a hundred entries, and up to a megabyte of log. A program from before finds such a text among the newest thousand
-- alone until then.

-- At most 8 MB of words wait (some 5 000 texts), since a search reads them all; beyond that, words are indexed at once. The size
-- includes the words of long texts, which PostgreSQL stores apart. Counting rows would cost each decision what it costs a search.
create or replace function keep_words() returns trigger language plpgsql as $$
declare
  most constant bigint := 8388608;
  moves boolean;
begin
  if tg_op = 'INSERT' then
    -- A text that waits for its time is indexed by that time.
    insert into publication_words (publication_id, visible_le, commune_ids, recherche, week)
      values (new.id, new.visible_le, new.commune_ids, words_of(new),
        week_for(null, new.id, coalesce(new.visible_le, new.publie_le)));
  elsif (old.title, old.lieu, old.body, old.commune_ids)
        is distinct from (new.title, new.lieu, new.body, new.commune_ids) then
    update publication_words w set visible_le = new.visible_le, commune_ids = new.commune_ids, recherche = words_of(new),
      week = week_for(w.week, new.id, coalesce(new.visible_le, new.publie_le)), moving = false
      where publication_id = new.id;
    -- Its copy would still find the text by its former words, and keep what was taken out.
    delete from publication_words_moving where publication_id = new.id;
  else
    update publication_words w set visible_le = new.visible_le,
      moving = week_for(w.week, new.id, new.visible_le) is distinct from w.week
      where publication_id = new.id returning moving into moves;
    if moves and pg_table_size('publication_words_moving') < most then
      insert into publication_words_moving select publication_id, recherche from publication_words where publication_id = new.id
        on conflict do nothing;
    elsif moves then
      update publication_words w set week = week_for(w.week, new.id, new.visible_le), moving = false
        where publication_id = new.id;
    end if;
  end if;
  return null;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, delete on publication_words_moving to parvis_app;
  end if;
end $$;
