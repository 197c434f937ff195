import assert from 'node:assert/strict'
import { test } from 'node:test'
import { only, read } from '../../../../../test/fixtures/feeds.ts'

const post = (fields: object = {}) => ({
  id: 4012,
  guid: { rendered: 'https://ville.example/?p=4012' },
  date: '2026-11-17T09:30:00',
  date_gmt: '2026-11-17T08:30:00',
  link: 'https://ville.example/2026/11/voeux/',
  title: { rendered: 'V&oelig;ux &#038; galette &#8211; Mende' },
  content: {
    rendered:
      '<p>Samedi 17 &agrave; <a href="/plan">la salle</a>.</p>\n<div class="sharedaddy">Partager</div>' +
      '<p>L’article <a href="/x">Vœux</a> est apparu en premier sur <a href="/">Mende</a>.</p>',
    protected: false,
  },
  excerpt: { rendered: '<p>Samedi 17&hellip; <a class="more-link" href="/x">Lire la suite</a></p>' },
  _embedded: { 'wp:featuredmedia': [{ source_url: 'https://ville.example/wp-content/affiche.jpg' }] },
  ...fields,
})
const posts = (...all: object[]) => JSON.stringify(all)

test('a post: title without entities, text without boilerplate, featured picture, date in UTC', () => {
  const found = only(posts(post()))
  assert.deepEqual(
    [found.title, found.body, found.source_url, found.image_url, found.published_at, found.external_id],
    [
      'Vœux & galette – Mende',
      'Samedi 17 à [la salle](https://ville.example/plan).',
      'https://ville.example/2026/11/voeux/',
      'https://ville.example/wp-content/affiche.jpg',
      new Date('2026-11-17T08:30:00Z'),
      'https://ville.example/?p=4012',
    ],
  )
  assert.equal(read(posts(post())).kind, 'wordpress')
})

test('a post without content has its excerpt, and without its date that of its last change', () => {
  const { body, published_at } = only(
    posts(
      post({
        content: { rendered: '' },
        date: undefined,
        date_gmt: '0000-00-00T00:00:00',
        modified_gmt: '2026-11-18T08:00:00',
      }),
    ),
  )
  assert.deepEqual([body, published_at], ['Samedi 17…', new Date('2026-11-18T08:00:00Z')])
})

test('a post behind a password is passed over, and what is no record is told', () => {
  const hidden = post({ content: { rendered: '', protected: true }, guid: { rendered: '?p=2' } })
  const { items, notes } = read(
    posts(post(), hidden, { ...post(), title: {}, content: {}, link: '', guid: {} }),
  )
  assert.equal(items.length, 2)
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['protected_post'],
  )
})

test('other lists are no posts', () => {
  for (const text of ['[]', '[1]', '[{"title":"x","link":"https://ville.example"}]'])
    assert.throws(() => read(text), { code: 'json_not_a_feed' }, text)
})
