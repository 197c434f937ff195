import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../../../../../test/fixtures/feeds.ts'
import { assertLinear } from '../../../../../test/growth.ts'
import { microdataIn } from './microdata.ts'

const page = (body: string) =>
  `<!DOCTYPE html><html><head><title>Agenda</title></head><body>${body}</body></html>`
const EVENT = `<div itemscope itemtype="https://schema.org/Event"><div><h2><a itemprop="url" href="/agenda/loto"><span itemprop="name">Loto de l&#039;école</span></a></h2></div>
  <meta itemprop="startDate" content="2026-12-05T20:00"><time itemprop="endDate" datetime="2026-12-05T23:00">tard</time>
  <div itemprop="location" itemscope itemtype="https://schema.org/Place"><div itemprop="name">Salle des fêtes</div></div>
  <div itemprop="description"><div><p>Entrée <b>libre</b>.</p></div></div></div>`

test('events in the attributes of a page are read, with their place and text', () => {
  const { kind, items } = read(page(EVENT + EVENT.replaceAll('oto', 'oto-bis').replace('12-05', '12-06')))
  assert.deepEqual(
    [kind, ...items.map(({ title, source_url, body }) => [title, source_url, body])],
    [
      'page',
      ["Loto de l'école", 'https://ville.example/agenda/loto', 'Entrée libre.'],
      ["Loto-bis de l'école", 'https://ville.example/agenda/loto-bis', 'Entrée libre.'],
    ],
  )
  const [first] = items
  assert.deepEqual([first?.heure_debut, first?.heure_fin, first?.lieu], ['20:00', '23:00', 'Salle des fêtes'])
})

test('events that the page also describes as JSON-LD are read once', () => {
  const json = `<script type="application/ld+json">{"@type":"Event","name":"Bal","startDate":"2026-12-07"}</script>`
  assert.deepEqual(
    read(page(json + EVENT)).items.map(({ title }) => title),
    ['Bal'],
  )
})

test('pages without events, and properties without an item, say nothing', () => {
  assert.deepEqual(microdataIn(page('<span itemprop="name">Loto</span>')), [])
  assert.throws(() =>
    read(page('<div itemscope itemtype="https://schema.org/Place"><i itemprop="name">x</i></div>')),
  )
})

for (const piece of [
  '<div itemscope itemtype="x">',
  '<b itemprop="name">',
  '<meta itemprop="a" content="b">',
  '<div>',
])
  test(`a page of ${piece} takes time in proportion to its length`, () => {
    assertLinear(
      size => microdataIn(`<i itemscope itemtype="Event">${piece.repeat(size / piece.length)}`),
      512 * 1024,
    )
  })
