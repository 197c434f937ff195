-- expand: a decision about an old text leaves its words indexed where they are. A job indexes them anew, by the week in which the
-- text appears: a hundred entries, and up to a megabyte of log. A program from before finds such a text among the newest thousand
-- alone until then.

-- Some 5 000 texts wait at most, since a search reads them all; others are indexed anew at once. By the size of the table, because
-- counting them would cost each decision what it costs a search.
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
  else
    update publication_words w set visible_le = new.visible_le,
      moving = week_for(w.week, new.id, new.visible_le) is distinct from w.week
      where publication_id = new.id returning moving into moves;
    if moves and pg_relation_size('publication_words_moving') < most then
      insert into publication_words_moving select publication_id, recherche from publication_words where publication_id = new.id
        on conflict (publication_id) do update set recherche = excluded.recherche;
    elsif moves then
      update publication_words w set week = week_for(w.week, new.id, new.visible_le), moving = false
        where publication_id = new.id;
    end if;
  end if;
  return null;
end $$;

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on publication_words_moving to parvis_app;
  end if;
end $$;
