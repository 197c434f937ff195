import { epciPath, publicationPath } from '../../src/place/addresses.ts'
import { authorizationWith } from '../../src/place/push/keys.ts'
import { startApp } from '../app.ts'
import * as make from '../factories.ts'

/** A commune with something on each of its pages, an empty one beside it, and the addresses of all pages of la place. */

export const LONG =
  'Compte rendu de la réunion publique du 17 novembre sur l’aménagement de la traversée du bourg'

export async function openTown() {
  const app = await startApp({ env: { PUBLIC_URL: '' } })
  const town = await make.commune(app, {
    nom: 'Sainte-Œuvre-sur-Loire',
    slug: 'sainte-oeuvre',
    latitude: 47.8,
    longitude: 1.7,
  })
  const empty = await make.commune(app, {
    nom: 'Val-d’Œil',
    slug: 'val-d-oeil',
    latitude: 47.81,
    longitude: 1.71,
  })
  await make.commune(app, {
    nom: 'Port-au-Loup',
    slug: 'port-au-loup',
    successor_id: town,
    merged_le: '2025-01-01',
  })
  const epci = { code: '200000001', nom: 'Communauté de communes du Val d’Œuvre' }
  await app.owner.query('insert into epcis (code, nom) values ($1, $2)', [epci.code, epci.nom])
  await app.owner.query('update communes set epci_code = $1', [epci.code])
  const hall = await make.mairie(app, town)
  await app.owner.query(
    `update acteurs set type = 'mairie', telephone = '02 38 00 45 45', adresse = '2 place de l’Église', email = 'mairie@example.org',
       horaires = E'Lundi : 9 h – 12 h, 14 h – 17 h 30\\nJeudi : 14 h – 19 h', site_web = 'https://www.example.org/' where id = $1`,
    [hall],
  )
  const club = await make.acteur(app, town, {
    nom: 'Comité des fêtes',
    slug: 'comite',
    type: 'association',
    badge: 'verifie',
    description: 'Marché de Noël, **brocante**.',
    telephone: '02 38 00 12 12',
  })
  await app.owner.query(
    `insert into collectes (commune_id, type, jours, frequence, ordre) values ($1, 'verre', '{1,2,3,4,5,6,7}', 'hebdomadaire', 1)`,
    [town],
  )
  await app.owner.query(
    `insert into elus (commune_id, nom, prenom, fonction, ordre, cle) values
       ($1, 'Delaunay', 'Zoé', 'Maire', 1, 'a'), ($1, 'Imbert', 'Hugo', 'Conseiller municipal', 2, 'b')`,
    [town],
  )
  await app.owner.query(`insert into commune_defibrillateurs (commune_id, overrides) values ($1, $2)`, [
    town,
    { nom: 'Mairie', adresse: '2 place de l’Église', acces: 'exterieur', complement: 'À gauche de la porte' },
  ])
  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const event = await make.publication(app, club, town, {
    title: 'Le marché de Noël',
    body: 'Trente exposants :\n- miel\n- osier\n\n**Dimanche**, la fanfare.',
    type: 'evenement',
    date_debut: soon,
    heure_debut: '10:00',
    heure_fin: '19:00',
    lieu: 'Place de l’Église',
  })
  const alert = await make.publication(app, hall, town, {
    title: 'Crue de la Loire : le quai est fermé',
    body: 'Ne stationnez pas.',
    type: 'alerte',
  })
  await make.publication(app, hall, town, { title: `${LONG}, ${LONG}` })
  await make.publication(app, hall, town, { title: 'Motlong'.repeat(20), type: 'deliberation' })
  await app.owner.query('update team_settings set transparency_public = true')
  // Made by the first run of the job that pushes alerts.
  await authorizationWith(app.service.db.pool, app.service.secrets, app.url)
  const base = '/place/sainte-oeuvre'
  return {
    app,
    empty,
    hall,
    town,
    pages: [
      base,
      '/panneau',
      '/agenda/cadre',
      '/actualites/cadre',
      '/agenda',
      '/actualites',
      '/annuaire',
      '/annuaire/comite',
      '/mairie',
      '/actes',
      '/recherche?q=noel',
      '/recherche?q=introuvable',
      '/suivre',
      '/suivre?acteur=comite',
      '/semaine',
      '/defibrillateurs',
      '/a-propos',
      '/accessibilite',
      '/rien',
      '/agenda/passes',
      '/annuaire?nature=association',
      '/transparence',
      '?de=port-au-loup',
      publicationPath({ id: event, title: 'Le marché de Noël' }),
      ...['/affiche', '/signaler'].map(
        end => publicationPath({ id: event, title: 'Le marché de Noël' }) + end,
      ),
      '/signale',
      '/demande',
      '/merci',
      '/verifiez',
      '/annuaire/comite/revendiquer',
      '/mairie/signaler',
      publicationPath({ id: alert, title: 'Crue de la Loire : le quai est fermé' }),
    ].map((path, at) => (at === 0 ? path : base + path)),
    others: [
      epciPath(epci),
      `${epciPath(epci)}/annuaire`,
      '/place',
      '/place?q=rien',
      '/place/-/accessibilite',
      '/place/val-d-oeil',
      '/place/nulle-part',
    ],
  }
}
