-- A commune is edited by part: whoever saves when the bins are collected need not read again because a register brought a
-- new mayor. `version` still moves with any of them.

alter table communes
  add column fiche_version int not null default 1,
  add column elus_version int not null default 1,
  add column collectes_version int not null default 1,
  add column infos_version int not null default 1;

create function bump_fiche() returns trigger language plpgsql as $$
begin
  new.fiche_version := old.fiche_version + 1;
  return new;
end $$;
create trigger communes_fiche before update on communes for each row
  when ((old.slug, old.nom, old.code_insee, old.codes_postaux, old.departement, old.region, old.population,
         old.latitude, old.longitude, old.mairie_actor_id, old.successor_id)
        is distinct from
        (new.slug, new.nom, new.code_insee, new.codes_postaux, new.departement, new.region, new.population,
         new.latitude, new.longitude, new.mairie_actor_id, new.successor_id))
  execute function bump_fiche();

drop trigger communes_version on communes;
create trigger communes_version before update on communes for each row
  when ((old.slug, old.nom, old.code_insee, old.codes_postaux, old.departement, old.region, old.population,
         old.latitude, old.longitude, old.mairie_actor_id, old.successor_id,
         old.elus_version, old.collectes_version, old.infos_version)
        is distinct from
        (new.slug, new.nom, new.code_insee, new.codes_postaux, new.departement, new.region, new.population,
         new.latitude, new.longitude, new.mairie_actor_id, new.successor_id,
         new.elus_version, new.collectes_version, new.infos_version))
  execute function bump_version();
-- It counted the changes of all three.
alter table communes drop column details;
