-- expand: a publication that was featured until a day while nobody could see it is told when that ends.
create or replace function tell_publication() returns trigger language plpgsql as $$
declare
  was boolean := coalesce(old.visible_le <= clock_timestamp(), false);
  shown boolean := coalesce(new.visible_le <= clock_timestamp(), false);
  one uuid := coalesce(new.id, old.id);
begin
  if was or shown then
    insert into changes_waiting (kind, record_id, was, commune_ids, acteur_ids)
      values ('publication', one, was,
        case when old.commune_ids = new.commune_ids then new.commune_ids else coalesce(old.commune_ids, '{}') || coalesce(new.commune_ids, '{}') end,
        array_remove(case when old.acteur_id = new.acteur_id then array[new.acteur_id] else array[old.acteur_id, new.acteur_id] end, null));
  end if;
  if not shown and new.visible_le is distinct from old.visible_le and new.visible_le is not null then
    insert into changes_waiting (due_at, kind, record_id, was, appears) values (new.visible_le, 'publication', one, false, true);
  end if;
  if new.en_avant and new.featured_until > clock_timestamp() and new.visible_le is not null
    and (new.featured_until is distinct from old.featured_until or old.visible_le is null) then
    insert into changes_waiting (due_at, kind, record_id, was) values (new.featured_until, 'publication', one, true);
  end if;
  return null;
end $$;
