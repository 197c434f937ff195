-- When an acteur is open, in its own words.
alter table acteurs add column horaires text
  constraint acteurs_horaires_length check (length(horaires) between 1 and 2000);
drop trigger acteurs_version on acteurs;
create trigger acteurs_version before update on acteurs for each row
  when ((old.nom, old.slug, old.type, old.commune_id, old.description, old.adresse, old.telephone, old.email,
         old.site_web, old.horaires, old.siret, old.rna, old.valide, old.badge, old.active, old.can_publish,
         old.deleted_at)
        is distinct from
        (new.nom, new.slug, new.type, new.commune_id, new.description, new.adresse, new.telephone, new.email,
         new.site_web, new.horaires, new.siret, new.rna, new.valide, new.badge, new.active, new.can_publish,
         new.deleted_at))
  execute function bump_version();

-- Two owners may change the rights of the same colleague.
alter table actor_users
  add column version int not null default 1,
  add column updated_at timestamptz not null default now();
create trigger actor_users_version before update on actor_users for each row
  when ((old.role, old.permissions) is distinct from (new.role, new.permissions))
  execute function bump_version();
