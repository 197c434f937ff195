-- expand: which line of the register each device was read from last, as the mark of its bytes. A line that comes again word for word
-- is not read anew; a mark is there only as long as its line would give exactly what the device has.
create table defibrillateur_lines (
  gid text primary key,
  mark bigint not null
);

create function forget_line() returns trigger language plpgsql as $$
begin
  delete from defibrillateur_lines where gid = old.gid;
  return null;
end $$;
create trigger defibrillateurs_changed after update on defibrillateurs for each row when (
  (old.gid, old.nom, old.adresse, old.code_postal, old.code_insee, old.commune_nom, old.latitude, old.longitude, old.acces, old.acces_libre,
   old.etage, old.complement, old.disponibilite_jours, old.disponibilite_heures, old.telephone, old.etat_fonctionnement,
   old.derniere_maintenance, old.registry_updated_at, old.en_service, old.commune_id, old.departement, old.retire_le)
  is distinct from
  (new.gid, new.nom, new.adresse, new.code_postal, new.code_insee, new.commune_nom, new.latitude, new.longitude, new.acces, new.acces_libre,
   new.etage, new.complement, new.disponibilite_jours, new.disponibilite_heures, new.telephone, new.etat_fonctionnement,
   new.derniere_maintenance, new.registry_updated_at, new.en_service, new.commune_id, new.departement, new.retire_le))
  execute function forget_line();
create trigger defibrillateurs_gone after delete on defibrillateurs for each row execute function forget_line();

create function forget_lines() returns trigger language plpgsql as $$
begin
  delete from defibrillateur_lines;
  return null;
end $$;
create trigger defibrillateurs_emptied after truncate on defibrillateurs for each statement execute function forget_lines();

do $$ begin
  if exists (select from pg_roles where rolname = 'parvis_app' and pg_has_role(oid, 'member')) then
    grant select, insert, update, delete on defibrillateur_lines to parvis_app;
  end if;
end $$;
