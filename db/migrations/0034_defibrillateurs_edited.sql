-- Defibrillators, edited by several people: a version each, found on the map in every state, and what a sync says of itself
-- as a code with its figures.

alter table defibrillateurs
  add column version int not null default 1,
  add column updated_at timestamptz not null default now();
alter table commune_defibrillateurs
  add column version int not null default 1,
  add column updated_at timestamptz not null default now();

-- What the register writes is nobody's decision: it moves no version.
create trigger defibrillateurs_version before update on defibrillateurs for each row
  when ((old.statut, old.note) is distinct from (new.statut, new.note)) execute function bump_version();
create trigger commune_defibrillateurs_version before update on commune_defibrillateurs for each row
  when (old.* is distinct from new.*) execute function bump_version();

-- Beside the index of the public map, so that neither search is led to the rows of the other.
create index defibrillateurs_unseen on defibrillateurs using gist (position) where not actif;

alter table defibrillateur_syncs add column said jsonb check (jsonb_typeof(said) = 'object');
