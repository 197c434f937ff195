-- Defibrillators, found: by words, by place on the map, by distance; and never otherwise than as their commune says.

-- A value as it is shown: what the commune says of it, null included, else what the register says.
create function shown_text(overrides jsonb, field text, otherwise text) returns text
language sql immutable parallel safe as $$
  select case when $1 ? $2 then $1 ->> $2 else $3 end
$$;
create function shown_number(overrides jsonb, field text, otherwise float8) returns float8
language sql immutable parallel safe as $$
  select case when $1 ? $2 then ($1 ->> $2)::float8 else $3 end
$$;

-- A point of the earth on the unit sphere: the straight line between two of them grows with the way around it, so that
-- the nearest in space is the nearest on foot, also across the antimeridian and at the poles.
create function on_unit_sphere(latitude float8, longitude float8) returns cube
language sql immutable strict parallel safe as $$
  select public.cube(array[cos(radians($1)) * cos(radians($2)), cos(radians($1)) * sin(radians($2)), sin(radians($1))])
$$;

create function defibrillateur_words(overrides jsonb, nom text, adresse text, code_postal text, commune_nom text)
returns text language sql immutable parallel safe as $$
  select public.words_key(
    coalesce(public.shown_text($1, 'nom', $2), '') || ' ' || coalesce(public.shown_text($1, 'adresse', $3), '') || ' ' ||
    coalesce(public.shown_text($1, 'code_postal', $4), '') || ' ' ||
    coalesce(public.shown_text($1, 'commune_nom', $5), ''))
$$;

alter table defibrillateurs
  -- What its commune says of it, kept here as well by the triggers below: the catalogue is found in one table.
  add column statut_commune text not null default 'actif'
    check (statut_commune in ('actif', 'a_verifier', 'masque', 'hors_service')),
  add column overrides jsonb not null default '{}' check (jsonb_typeof(overrides) = 'object'),
  -- Of both, the stricter one counts.
  alter column actif set expression as
    (statut = 'actif' and statut_commune = 'actif' and retire_le is null and en_service);
alter table defibrillateurs
  add column position cube generated always as
    (on_unit_sphere(shown_number(overrides, 'latitude', latitude), shown_number(overrides, 'longitude', longitude))) stored,
  add column recherche text not null generated always as
    (defibrillateur_words(overrides, nom, adresse, code_postal, commune_nom)) stored;

create index defibrillateurs_active on defibrillateurs (id) where actif;
create index defibrillateurs_near on defibrillateurs using gist (position) where actif;
create index defibrillateurs_by_search on defibrillateurs using gin (recherche gin_trgm_ops);
create index defibrillateurs_noticed on defibrillateurs (statut, id) where statut <> 'actif';
create index defibrillateurs_withdrawn on defibrillateurs (id) where retire_le is not null;
-- What `vu_le` and `last_synced_at` are read from.
create index defibrillateur_syncs_succeeded on defibrillateur_syncs (commune_id, finished_at) where status = 'ok';

create function tell_defibrillateurs() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.gid is not null and (tg_op = 'DELETE' or new.gid is distinct from old.gid) then
    update defibrillateurs set statut_commune = 'actif', overrides = '{}' where gid = old.gid;
  end if;
  if tg_op <> 'DELETE' and new.gid is not null then
    update defibrillateurs set statut_commune = new.statut, overrides = new.overrides where gid = new.gid;
  end if;
  return null;
end $$;
-- Most say nothing: a register that comes in pays for no trigger.
create trigger commune_defibrillateurs_told after insert on commune_defibrillateurs for each row
  when (new.statut <> 'actif' or new.overrides <> '{}') execute function tell_defibrillateurs();
create trigger commune_defibrillateurs_told_again after update on commune_defibrillateurs for each row
  when ((old.gid, old.statut, old.overrides) is distinct from (new.gid, new.statut, new.overrides))
  execute function tell_defibrillateurs();
create trigger commune_defibrillateurs_taken_back after delete on commune_defibrillateurs for each row
  when (old.statut <> 'actif' or old.overrides <> '{}') execute function tell_defibrillateurs();
-- 0011 may have been in use already.
update defibrillateurs d set statut_commune = c.statut, overrides = c.overrides from commune_defibrillateurs c
  where c.gid = d.gid and (c.statut <> 'actif' or c.overrides <> '{}');
