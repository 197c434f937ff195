import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Closing } from '../../shared/closings.ts'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { publicationPath } from './addresses.ts'
import { todayIn } from './days.ts'
import { Holds } from './holds.ts'
import { counterShown } from './town-hall.ts'

test('the register of councillors is named, with its date, only where one of those shown comes from it', async () => {
  const app = await startApp()
  for (const [slug, registres] of [
    ['saisie', []],
    ['registre', ['maires']],
  ] as const) {
    const town = await make.commune(app, { slug })
    await app.owner.query(
      `insert into elus (commune_id, nom, prenom, fonction, cle, registres) values ($1, 'Petit', 'Anne', 'Maire', 'x', $2)`,
      [town, registres],
    )
    const read = async (url = app.url) => (await fetch(`${url}/place/${slug}/mairie`)).text()
    const text = await read()
    assert.match(text, /Anne Petit/)
    assert.equal(/Répertoire national des élus, Licence/.test(text), registres.length > 0, slug)
    if (registres.length === 0) continue
    await app.owner.query(`insert into elus_registers (register, du) values ('maires', '2026-10-01')`)
    assert.match(
      await read((await app.beside()).url),
      /Répertoire national des élus \(fichier du 1<sup>er<\/sup>\soctobre 2026\), Licence/,
    )
  }
})

test('directions to the town hall and to an event lead to a map on the web', async () => {
  const app = await startApp()
  const town = await make.commune(app, { nom: 'Œuilly', slug: 'chemins' })
  await app.owner.query(`insert into commune_infos (commune_id, adresse) values ($1, '1 rue Haute & Co')`, [
    town,
  ])
  const title = 'Bal'
  const event = { title, type: 'evenement', date_debut: '2099-07-14', lieu: 'Salle "B"' }
  const id = await make.publication(app, null, town, event)
  const leads: Readonly<Record<string, string>> = {
    '/mairie': '1 rue Haute & Co',
    [publicationPath({ id, title })]: 'Salle "B", Œuilly',
  }
  for (const [page, place] of Object.entries(leads)) {
    const text = await (await fetch(`${app.url}/place/chemins${page}`)).text()
    const [, href = ''] = /href="([^"]*)">Itinéraire/.exec(text) ?? []
    const { origin, pathname, searchParams } = new URL(href)
    assert.deepEqual(
      [origin, pathname, searchParams.get('to')],
      ['https://www.openstreetmap.org', '/directions', place],
    )
  }
})

test('the mayor stands first and the deputies by their number, however they were written down', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'conseil' })
  const written = [
    ['Aubin', 'Conseillère municipale'],
    ['Blot', '10e adjoint, voirie'],
    ['Cadet', 'Adjointe à la culture'],
    ['Doré', '2e adjointe au maire'],
    ['Élie', 'Maire déléguée'],
    ['Fort', 'Première adjointe'],
    ['Guy', 'Madame la maire'],
    ['Huet', 'Conseiller délégué'],
  ] as const
  for (const [ordre, [nom, fonction]] of written.entries())
    await app.owner.query(
      `insert into elus (commune_id, nom, prenom, fonction, cle, ordre) values ($1, $2, 'Anne', $3, $2, $4)`,
      [town, nom, fonction, ordre + 1],
    )
  const text = await (await fetch(`${app.url}/place/conseil/mairie`)).text()
  const [cards = '', names = ''] = text.slice(text.indexOf('class="cards people"')).split('class="names"')
  const people = (part: string) => [...part.matchAll(/>Anne (\p{L}+)</gu)].map(([, nom]) => nom)
  assert.deepEqual(people(cards), ['Guy', 'Fort', 'Doré', 'Blot', 'Cadet', 'Élie'])
  assert.deepEqual(people(names), ['Aubin', 'Huet'])
})

const HOURS = 'Du lundi au vendredi de 9 h à 12 h\nSamedi de 9 h à 11 h 30'
const HALL = '1 rue Haute'

/** The first words of a counter at an instant: whether it is open. */
function counterAt(
  instant: string,
  {
    horaires = HOURS,
    adresse = '4 rue Basse',
    fuseau = 'Europe/Paris',
    fermetures = [],
  }: {
    readonly horaires?: string | null
    readonly adresse?: string | null
    readonly fuseau?: string
    readonly fermetures?: readonly Closing[]
  } = {},
) {
  const now = new Date(instant)
  const place = {
    now,
    holds: new Holds(fuseau, now),
    fuseau,
    today: todayIn(fuseau, now),
    town: { departement: '67', contacts: { adresse: HALL, fermetures: [...fermetures] } },
  }
  const row = { id: 'x', libelle: 'Agence postale', telephone: null, email: null, site_web: null, ordre: 1 }
  const shown = counterShown(place, { ...row, horaires, adresse }).toString()
  const [, said] = /<p><strong>(.*?)<\/p>/.exec(shown) ?? []
  return said?.replaceAll(/<.*?>/g, '').replaceAll('\u00a0', ' ')
}

test('a counter says whether it is open now and when it opens next, on public holidays too', () => {
  for (const [instant, expected] of [
    ['2026-11-23T08:59:59+01:00', 'Fermé. Ouvre à 9 h.'],
    ['2026-11-23T09:00:00+01:00', 'Ouvert, jusqu’à 12 h.'],
    ['2026-11-27T12:00:00+01:00', 'Fermé. Ouvre demain à 9 h.'],
    ['2026-11-28T11:30:00+01:00', 'Fermé. Ouvre lundi à 9 h.'],
    ['2026-11-29T10:00:00+01:00', 'Fermé aujourd’hui. Ouvre demain à 9 h.'],
    // Christmas, the day after it in Alsace, and a Sunday.
    ['2026-12-24T12:00:00+01:00', 'Fermé. Ouvre lundi à 9 h.'],
    ['2026-12-25T10:00:00+01:00', 'Fermé, jour férié. Ouvre lundi à 9 h.'],
    // The mornings before and after the change of clocks.
    ['2026-10-24T07:30:00Z', 'Ouvert, jusqu’à 11 h 30.'],
    ['2026-10-26T08:30:00Z', 'Ouvert, jusqu’à 12 h.'],
  ] as const)
    assert.equal(counterAt(instant), expected, instant)
  assert.equal(counterAt('2026-11-23T06:00:00Z', { fuseau: 'Indian/Reunion' }), 'Ouvert, jusqu’à 12 h.')
  for (const horaires of [null, 'Sur rendez-vous'])
    assert.equal(counterAt('2026-11-23T10:00:00+01:00', { horaires }), undefined)
})

test('a counter that may lie in the town hall says nothing where a closing would change it', () => {
  const fermetures = [{ du: '2026-11-24', au: '2026-11-25', motif: null }]
  const told = { fermetures }
  const monday = '2026-11-23T10:00:00+01:00'
  const tuesday = '2026-11-24T10:00:00+01:00'
  assert.equal(counterAt(tuesday, told), 'Ouvert, jusqu’à 12 h.')
  for (const adresse of [null, HALL]) {
    assert.equal(counterAt(monday, { ...told, adresse }), 'Ouvert, jusqu’à 12 h.')
    assert.equal(counterAt('2026-11-23T13:00:00+01:00', { ...told, adresse }), undefined)
    assert.equal(counterAt(tuesday, { ...told, adresse }), undefined)
  }
})

test('the page of the town hall and the search say of each counter whether it is open', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'guichets' })
  // Open at every hour of every day but a public holiday: some word stands there whenever the test runs.
  await app.owner.query(
    `insert into commune_infos (commune_id, libelle, horaires, adresse, telephone, ordre) values
     ($1, null, 'Lu-Ve 09:00-12:00', '1 rue Haute', null, 1),
     ($1, 'Déchèterie', 'Lu-Di 00:00-23:59', '3 rue Basse', '02 99 00 00 08', 2),
     ($1, 'Urgence d’eau', null, null, '02 99 00 00 09', 3)`,
    [town],
  )
  const open = /<h3>Déchèterie<\/h3><p><strong>(Ouvert|Fermé)/
  for (const path of ['mairie', 'recherche?q=decheterie']) {
    const text = await (await fetch(`${app.url}/place/guichets/${path}`)).text()
    assert.match(text, open, path)
    assert.doesNotMatch(text, /Urgence d’eau<\/h3><p><strong>/, path)
  }
})
