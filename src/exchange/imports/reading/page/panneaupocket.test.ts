import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOW, read } from '../../../../../test/fixtures/feeds.ts'
import { type Notice, noticesPage } from '../../../../../test/fixtures/notices-page.ts'
import { readDocument } from '../read-document.ts'

const URL_OF_PAGE = 'https://app.panneaupocket.com/ville/12345-mende-48000'
const notices = (...blocks: readonly Notice[]) =>
  readDocument({ text: noticesPage(...blocks), url: URL_OF_PAGE, kind: 'page' }, NOW)

test('a notice: title, text, day, picture and its own address', () => {
  const { kind, title, items, notes } = notices(
    {
      id: 81,
      title: 'Coupure d’eau &amp; travaux',
      content:
        '<p>Rue du <strong>Collège</strong>,</p><div><p>jeudi 26.</p></div><img src="/img/sign/81.jpg" alt="Plan">',
      date: 'Publié le 19/11/2026',
    },
    { id: 80, title: 'Collecte', content: 'Les bacs jaunes.', date: '12/11/2026' },
  )
  assert.deepEqual([kind, title, notes], ['page', 'Mende', []])
  assert.deepEqual(
    items.map(each => [each.external_id, each.title, each.body, each.source_url, each.image_url]),
    [
      [
        'panneaupocket:81',
        'Coupure d’eau & travaux',
        'Rue du Collège,\n\njeudi 26.',
        `${URL_OF_PAGE}?panneau=81`,
        'https://app.panneaupocket.com/img/sign/81.jpg',
      ],
      ['panneaupocket:80', 'Collecte', 'Les bacs jaunes.', `${URL_OF_PAGE}?panneau=80`, null],
    ],
  )
  assert.deepEqual(
    items.map(each => [each.published_at?.toISOString(), each.date_debut]),
    [
      ['2026-11-18T23:00:00.000Z', null],
      ['2026-11-11T23:00:00.000Z', null],
    ],
  )
})

test('an event has the days on which it takes place; a stamp calls it off', () => {
  const { items } = notices(
    { id: 1, title: 'Marché', content: 'Place', date: 'Du 12/12/2026 au 13/12/2026', isEvent: true },
    { id: 2, title: 'Bal', content: 'Salle', date: '05/12/2026', isEvent: true, isCancelled: true },
  )
  assert.deepEqual(
    items.map(each => [each.date_debut, each.date_fin, each.heure_debut, each.cancelled]),
    [
      ['2026-12-12', '2026-12-13', null, false],
      ['2026-12-05', '2026-12-05', null, true],
    ],
  )
})

test('a document of a notice is linked, and a notice that is only a picture is kept', () => {
  const { items } = notices(
    {
      id: 1,
      title: 'Bulletin',
      content: '<a href="/pdf/sign_pdf/b.pdf" target="_blank"><img src="/img/1.jpg"></a>',
      date: '',
    },
    { id: 2, title: '', content: '<img src="/img/2.jpg" alt="Loto samedi">', date: '' },
  )
  assert.match(JSON.stringify(items[0]), /https:\/\/app\.panneaupocket\.com\/pdf\/sign_pdf\/b\.pdf/)
  assert.deepEqual(
    [items[1]?.title, items[1]?.image_url],
    ['Loto samedi', 'https://app.panneaupocket.com/img/2.jpg'],
  )
})

test('a town without notices, and another page', () => {
  assert.throws(() => notices(), { code: 'not_a_feed' })
  assert.throws(() => read('<!doctype html><p>sign-carousel--item</p>'), { code: 'not_a_feed' })
})
