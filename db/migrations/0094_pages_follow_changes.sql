-- expand: what only pages show of a commune is told as a change of it: how they look, their hosts, whether its town hall is held.

create function tell_pages() returns trigger language plpgsql as $$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids)
    select 'commune', c.id, true, array[c.id] from communes c
    where c.id in (old.commune_id, new.commune_id) and c.successor_id is null;
  return null;
end $$;
create trigger commune_places_told after insert or update or delete on commune_places for each row execute function tell_pages();
create trigger commune_hosts_told after insert or update or delete on commune_hosts for each row execute function tell_pages();

create function tell_owner() returns trigger language plpgsql as $$
begin
  if 'owner' in (old.role, new.role) then
    insert into changes_waiting (kind, record_id, was, commune_ids)
      select 'commune', c.id, true, array[c.id] from communes c
      where c.mairie_actor_id in (old.acteur_id, new.acteur_id) and c.successor_id is null;
  end if;
  return null;
end $$;
create trigger actor_users_told after insert or update of role, acteur_id or delete on actor_users for each row execute function tell_owner();

create function tell_epci() returns trigger language plpgsql as $$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids)
    select 'commune', c.id, true, array[c.id] from communes c where c.epci_code = new.code and c.successor_id is null;
  return null;
end $$;
create trigger epcis_told after update on epcis for each row when (old.nom is distinct from new.nom) execute function tell_epci();
