import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../../../../../test/fixtures/feeds.ts'
import { sample } from '../../../../../test/imports/samples.ts'
import { Unreadable } from '../item.ts'

const publicEvents = sample('evenements-publics.json')
const { results } = JSON.parse(publicEvents)
const shown = (document: object) =>
  read(JSON.stringify(document)).items.map(
    ({ title, date_debut, heure_debut, date_fin, heure_fin, lieu }) => [
      title,
      date_debut,
      heure_debut,
      date_fin,
      heure_fin,
      lieu,
    ],
  )

test('public events of a portal: hours, place, link and text, and nothing of people', () => {
  const { kind, title, items } = read(publicEvents)
  assert.deepEqual([kind, title], ['json_events', 'Agenda de la médiathèque'])
  const [concert, night] = items
  assert.deepEqual([concert?.title, concert?.cancelled], ['Concert de Nouvel An', true])
  assert.deepEqual(
    [concert?.date_debut, concert?.heure_debut, concert?.heure_fin],
    ['2027-01-02', '16:00', '18:00'],
    'without the times of each day, the first and last ones count',
  )
  assert.deepEqual(
    [night?.external_id, night?.lieu, night?.source_url, night?.image_url, night?.code_insee],
    [
      '90000001',
      'Médiathèque, 1 place du Marché, 48000 Exemple',
      'https://openagenda.com/exemple/events/nuit-de-la-lecture',
      'https://cdn.exemple.fr/nuit.full.jpg',
      '48000',
    ],
  )
  assert.match(night?.body ?? '', /Contes, lectures et tisane\.[\s\S]*Gratuit/)
  assert.doesNotMatch(JSON.stringify(items), /agent@/)
})

test('an export, and the API as it was before, are the same events', () => {
  const same = shown({ total_count: 2, results })
  assert.equal(same.length, 2)
  assert.deepEqual(shown(results), same)
  const records = results.map((fields: object) => ({ datasetid: 'e', recordid: 'r', fields }))
  assert.deepEqual(shown({ nhits: 2, records }), same)
  const nested = results.map((fields: object) => ({ links: [], record: { id: 'r', fields } }))
  assert.deepEqual(shown({ total_count: 2, links: [], records: nested }), same)
})

test('another agenda of a portal is read by the names of its columns', () => {
  const { kind, items } = read(sample('sorties-v1.json'))
  const [item] = items
  assert.deepEqual(
    [kind, item?.title, item?.date_debut, item?.date_fin, item?.lieu, item?.source_url],
    [
      'json_events',
      'Festival du livre d’occasion',
      '2026-12-09',
      '2026-12-13',
      'Halle aux grains, 48000 Exemple',
      'https://www.exemple.fr/festival-du-livre',
    ],
  )
})

test('records of anything else are refused; an agenda without records is read', () => {
  for (const document of [
    { total_count: 1, results: [{ nom: 'Stade', adresse: 'Rue A', url: 'https://a.fr' }] },
    { results: [{ title_fr: 'x', firstdate_begin: '2027-01-01' }] },
    [{ title_fr: 'x', date: '2027-01-01' }],
    { nhits: 1, records: 'x' },
  ])
    assert.throws(
      () => read(JSON.stringify(document)),
      (error: unknown) => error instanceof Unreadable && error.code === 'json_not_a_feed',
      JSON.stringify(document),
    )
  assert.equal(read('{"total_count":0,"results":[]}').items.length, 0)
})
