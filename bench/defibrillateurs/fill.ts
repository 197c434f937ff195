import type pg from 'pg'

/**
 * Inserts as many devices as the register had in autumn 2026, distributed over the communes by population, in two
 * statements. The national list has no positions: each département gets a cell of a grid over France, each commune a
 * point in it, each device a point near its commune.
 */
export async function fillDefibrillateurs(client: pg.ClientBase, rows: number): Promise<void> {
  await client.query(
    `
    with departements as (
      select departement, row_number() over (order by departement) - 1 as n from (
        select distinct departement from communes where departement is not null) every),
    boxes as (
      select departement, coalesce(o.south, 42.5 + (n / 10) * 0.75) as south, coalesce(o.west, -4 + (n % 10) * 1.1) as west
      from departements left join (values ('971', 16.0, -61.8), ('972', 14.4, -61.2), ('973', 3.0, -53.5),
        ('974', -21.4, 55.2), ('976', -13.0, 45.0), ('987', -17.8, -149.9), ('988', -22.3, 166.0)) o(code, south, west)
        on o.code = departement),
    places as (
      select c.id, c.nom, c.code_insee, c.departement, c.codes_postaux,
        b.south + 0.7 * chance(c.code_insee || 'a') as latitude, b.west + 1.0 * chance(c.code_insee || 'b') as longitude,
        1 + floor(coalesce(c.population, 0) * 0.00252)::int as devices
      from communes c join boxes b using (departement) where c.successor_id is null),
    made as (
      select p.*, n, p.code_insee || '-' || n as seed, 0.005 + 0.00003 * devices as spread
      from places p, generate_series(1, p.devices) n)
    insert into defibrillateurs (gid, nom, adresse, code_postal, code_insee, commune_nom, latitude, longitude, acces,
      acces_libre, disponibilite_jours, disponibilite_heures, etat_fonctionnement, derniere_maintenance,
      registry_updated_at, en_service, commune_id, departement, statut, retire_le)
    select (100000 + row_number() over (order by chance(seed)))::text,
      (array['Mairie', 'Salle des fêtes', 'Gymnase', 'École', 'Stade', 'Pharmacie', 'Piscine', 'Médiathèque',
             'Camping', 'Gare', 'Supermarché', 'Église'])[1 + floor(12 * power(chance(seed || 'n'), 2))] || ' ' || nom,
      1 + floor(150 * chance(seed || 'v')) || ' ' ||
        (array['rue de la Mairie', 'place de l’Église', 'avenue Jean Jaurès', 'rue du Général de Gaulle',
               'route de Paris', 'chemin des Écoles', 'boulevard Victor Hugo'])[1 + floor(7 * chance(seed || 'r'))],
      codes_postaux[1 + floor(cardinality(codes_postaux) * chance(seed || 'p'))],
      case when code_insee = '75056' and chance(seed || 'c') < 0.7
        then '751' || lpad((1 + floor(20 * chance(seed || 'd')))::text, 2, '0') else code_insee end,
      nom,
      case when chance(seed || 'x') > 0.005 then latitude + spread * (chance(seed || 'y') + chance(seed || 'z') - 1) end,
      case when chance(seed || 'x') > 0.005 then longitude + spread * (chance(seed || 'i') + chance(seed || 'j') - 1) end,
      case when chance(seed || 'o') < 0.5 then 'interieur' else 'exterieur' end, chance(seed || 'l') < 0.6,
      '{lundi,mardi,mercredi,jeudi,vendredi}', '{"heures ouvrables"}', 'En fonctionnement', '2025-06-01', now(),
      chance(seed || 'e') < 0.82, id, departement,
      case when chance(seed || 's') < 0.005 then 'masque' when chance(seed || 's') < 0.02 then 'a_verifier' else 'actif' end,
      case when chance(seed || 'w') < 0.02 then now() end
    from made order by chance(seed) limit $1`.replaceAll(
      /chance\(((?:[^()]|\([^()]*\))*)\)/g,
      `((hashtextextended($1, 7) & 1048575) / 1048576.0)`,
    ),
    [rows],
  )
  await client.query(`
    insert into commune_defibrillateurs (commune_id, gid, statut)
    select commune_id, gid, case when hashtext(gid) % 500 = 0 then 'hors_service' else 'actif' end from defibrillateurs`)
  await client.query(`
    insert into defibrillateur_syncs (trigger, status, finished_at) values ('schedule', 'ok', now())`)
  await client.query('vacuum analyze')
}
