-- The types of publications are looked after by the town: named, put in order, retired. A retired one stays where it is.
alter table publication_types
  add column retired_at timestamptz,
  add column version int not null default 1,
  add column updated_at timestamptz not null default now();
create unique index publication_types_nom_taken on publication_types (lower(nom));
-- The place is not counted: moving one moves its neighbours, which nobody has opened.
create trigger publication_types_version before update on publication_types for each row
  when ((old.nom, old.couleur, old.icone, old.retired_at) is distinct from
        (new.nom, new.couleur, new.icone, new.retired_at))
  execute function bump_version();
