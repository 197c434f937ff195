-- expand: acteurs state the days on which they are closed.

alter table acteurs
  add column fermetures jsonb not null default '[]'
    constraint acteurs_fermetures check (jsonb_typeof(fermetures) = 'array' and jsonb_array_length(fermetures) <= 20);

drop trigger acteurs_version on acteurs;
create trigger acteurs_version before update on acteurs for each row
  when ((old.nom, old.slug, old.type, old.commune_id, old.description, old.adresse, old.telephone, old.email,
         old.site_web, old.horaires, old.fermetures, old.image, old.siret, old.rna, old.valide, old.badge,
         old.active, old.can_publish, old.deleted_at)
        is distinct from
        (new.nom, new.slug, new.type, new.commune_id, new.description, new.adresse, new.telephone, new.email,
         new.site_web, new.horaires, new.fermetures, new.image, new.siret, new.rna, new.valide, new.badge,
         new.active, new.can_publish, new.deleted_at))
  execute function bump_version();
