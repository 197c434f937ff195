import assert from 'node:assert/strict'
import { test } from 'node:test'
import { only, read } from '../../../../../test/fixtures/feeds.ts'
import { sample } from '../../../../../test/imports/samples.ts'
import type { FeedItem } from '../item.ts'

const shown = (item: FeedItem) => [
  item.title,
  item.body,
  item.source_url,
  item.image_url,
  item.date_debut,
  item.heure_debut,
  item.date_fin,
  item.heure_fin,
  item.dates,
  item.lieu,
  item.code_insee,
]

test('Apidae: the next period, hours, place, pictures and prices of events; other objects are passed over', () => {
  const { kind, items, notes } = read(sample('apidae.json'))
  assert.equal(kind, 'json_events')
  assert.deepEqual(items.map(shown), [
    [
      'Descente aux flambeaux',
      'Rendez-vous au front de neige.\nVin chaud offert.\n\nLes jeudis 24 et 31 décembre 2026 à 18h.\n\nGratuit.',
      'https://www.exemple.fr/flambeaux',
      'https://static.exemple.fr/flambeaux.jpg',
      ...['2026-12-24', null, '2026-12-24', null, ['2026-12-31']],
      'Front de neige, 73000 Exemple-les-Neiges',
      '73001',
    ],
  ])
  assert.deepEqual(
    notes.map(({ code, params }) => [code, params.count]),
    [
      ['no_events', 1],
      ['hours_differ', undefined],
    ],
  )
  assert.doesNotMatch(JSON.stringify(items), /accueil@/)
})

test('an object of Apidae alone, and an evening that ends on the next day', () => {
  const [object] = JSON.parse(sample('apidae.json')).objetsTouristiques
  const late = {
    dateDebut: '2026-12-31',
    dateFin: '2026-12-31',
    horaireOuverture: '21:00:00',
    horaireFermeture: '02:00:00',
  }
  const item = only(JSON.stringify({ ...object, ouverture: { periodesOuvertures: [late] } }))
  assert.deepEqual(
    [item.external_id, item.date_debut, item.heure_debut, item.date_fin, item.heure_fin],
    ['apidae:4000001', '2026-12-31', '21:00', '2027-01-01', '02:00'],
  )
})

test('DATAtourisme: a file of its flux', () => {
  const item = only(sample('datatourisme.json'))
  assert.equal(item.external_id, 'https://data.datatourisme.fr/23/00000000-0000-0000-0000-000000000002')
  assert.deepEqual(shown(item), [
    'Festival des lanternes',
    'Parade aux lanternes dans les rues du bourg, départ de la halle.',
    'https://www.exemple.fr/lanternes',
    'https://cdn.exemple.fr/lanternes.jpg',
    ...['2026-12-19', '17:30', '2026-12-19', '22:00', [], 'Halle, 48000 Exemple', '48001'],
  ])
})

test('DATAtourisme: an answer of its API, and a graph of several objects', () => {
  const item = only(sample('datatourisme-api.json'))
  assert.deepEqual(shown(item), [
    'Veillée contée',
    'Contes du Gévaudan, au coin du feu.',
    null,
    null,
    ...['2026-12-18', '20:00', '2026-12-18', null, [], 'Salle des fêtes, Le Bourg, 48000 Exemple', '48001'],
  ])
  const object = JSON.parse(sample('datatourisme.json'))
  const hotel = { '@id': 'x', 'rdfs:label': { fr: ['Hôtel'] }, isLocatedAt: [] }
  const graph = read(JSON.stringify({ '@context': {}, '@graph': [object, hotel] }))
  assert.deepEqual([graph.kind, graph.items.length, graph.notes[0]?.code], ['json_events', 1, 'no_events'])
})

test('for whom an event is, and whether it is free', () => {
  const [object] = JSON.parse(sample('apidae.json')).objetsTouristiques
  const ofApidae = (more: object) => {
    const { public: audience, gratuit } = only(JSON.stringify({ ...object, descriptionTarif: {}, ...more }))
    return [audience, gratuit]
  }
  for (const [more, expected] of [
    [{ descriptionTarif: { gratuit: true } }, [null, true]],
    [{ descriptionTarif: { indicationTarif: 'PAYANT' } }, [null, false]],
    [{ descriptionTarif: { indicationTarif: 'GRATUIT' } }, [null, true]],
    [{ descriptionTarif: { indicationTarif: 'NON_COMMUNIQUE' } }, [null, null]],
    [{ descriptionTarif: { tarifsEnClair: { libelleFr: 'Gratuit.' } } }, [null, true]],
    [
      { descriptionTarif: { tarifsEnClair: { libelleFr: 'Adulte : 5 €, enfant : gratuit.' } } },
      [null, false],
    ],
    [{ prestations: { typesClientele: [{ libelleFr: 'Familles' }] } }, ['familles', null]],
    [{ prestations: { typesClientele: [{ libelleFr: 'Groupes' }] } }, [null, null]],
    [{ prestations: { ageMin: 6, ageMax: 12 } }, ['enfants', null]],
    [{ prestations: 7, descriptionTarif: [] }, [null, null]],
  ] as const)
    assert.deepEqual(ofApidae(more), expected, JSON.stringify(more))
  const datatourisme = JSON.parse(sample('datatourisme.json'))
  const offered = (...prices: object[]) =>
    only(JSON.stringify({ ...datatourisme, offers: [{ 'schema:priceSpecification': prices }] })).gratuit
  assert.equal(offered({ hasEligiblePolicy: { '@id': 'kb:Free' } }), true)
  assert.equal(offered({ 'schema:price': ['0'] }), true)
  assert.equal(offered({ 'schema:minPrice': 0, 'schema:maxPrice': '12.50' }), false)
  assert.equal(offered({ 'schema:price': ['0'] }, { 'schema:price': ['5'] }), false)
  assert.equal(offered({ 'schema:price': ['0'] }, { 'schema:name': 'Adulte' }), null)
  assert.equal(offered({ 'schema:price': ['gratuit'] }), null)
  assert.equal(only(JSON.stringify(datatourisme)).gratuit, null)
})

test('periods until midnight, of whole days, and with a day or an hour that does not exist', () => {
  const [object] = JSON.parse(sample('apidae.json')).objetsTouristiques
  const when = (horaireOuverture: string, horaireFermeture: string) => {
    const day = '2026-12-31'
    const period = { dateDebut: day, dateFin: day, horaireOuverture, horaireFermeture }
    const further = { dateDebut: '2027-02-30', dateFin: '2027-02-30' }
    const ouverture = { periodesOuvertures: [period, further, { dateDebut: '2027-02-06' }] }
    const item = only(JSON.stringify({ ...object, ouverture }))
    const { date_debut, heure_debut, date_fin, heure_fin, dates, ends_at } = item
    assert.deepEqual([dates, ends_at?.toISOString()], [['2027-02-06'], '2027-02-06T23:00:00.000Z'])
    return [date_debut, heure_debut, date_fin, heure_fin]
  }
  // The further day has no hours, so the series has none.
  const shown = ['2026-12-31', null, '2026-12-31', null]
  assert.deepEqual(when('21:00:00', '00:00:00'), shown)
  assert.deepEqual(when('00:00:00', '00:00:00'), shown)
  assert.deepEqual(when('25:00:00', '26:00:00'), shown)
})

test('a year without a day, hostile types and a thousand periods end in a note, not in a wrong date', () => {
  const object = JSON.parse(sample('datatourisme.json'))
  const none = read(JSON.stringify({ ...object, takesPlaceAt: [{ startDate: 'bientôt' }, 7, null] }))
  assert.deepEqual([none.items.length, none.notes.map(({ code }) => code)], [0, ['no_time']])
  const takesPlaceAt = Array.from({ length: 100_000 }, () => ({ startDate: '2026-12-01' }))
  assert.equal(only(JSON.stringify({ ...object, takesPlaceAt })).date_debut, '2026-12-01')
})
