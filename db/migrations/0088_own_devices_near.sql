-- expand, concurrently: defibrillators that only their commune knows, by where they are.
-- The statement may be repeated.

create index concurrently if not exists commune_defibrillateurs_own_near on commune_defibrillateurs using gist (
    on_unit_sphere(shown_number(overrides, 'latitude', null), shown_number(overrides, 'longitude', null)))
  where gid is null and statut = 'actif';
