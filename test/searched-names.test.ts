import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from './app.ts'
import { device } from './defibrillateurs/stock.ts'
import * as make from './factories.ts'

/** A text is found in every list with `q`, however it is typed. */

const app = await startApp()
const office = app.as(await app.user(['admin']))
const town = await make.commune(app, { nom: 'Saint-Étienne', code_insee: '42218', departement: '42' })
const hamlet = await make.commune(app, { nom: 'Écully', code_insee: '69081', departement: '69' })

const WRITTEN = 'Amicale de l’Œuvre « Ste-Anne – Les Aînés »'
const acteur = await make.acteur(app, hamlet, { nom: WRITTEN })
await make.acteur(app, town, { nom: 'Stade' })
await device(app, hamlet, { code_insee: '69081', departement: '69', nom: WRITTEN })
await app.owner.query(`insert into users (email, nom) values ('anne@example.org', $1)`, [WRITTEN])
await app.owner.query(
  `insert into claims (acteur_id, status, message, language, expires_at)
   values ($1, 'pending', $2, 'fr', now() + interval '1 day')`,
  [acteur, WRITTEN],
)
await app.owner.query(
  `with thread as (
     insert into support_threads (subject, requester_email, language, reply_token, messages_count)
     values ('Bonjour', 'a@example.org', 'fr', md5('1'), 1) returning id)
   insert into support_messages (thread_id, direction, author_email, body)
   select id, 'inbound', 'a@example.org', $1 from thread`,
  [WRITTEN],
)
await app.owner.query(
  `insert into import_sources (nom, kind, url, moderation, enabled, schedule, max_items)
   values ($1, 'rss', 'https://example.org/', 'pending', false, 'manual', 10)`,
  [WRITTEN],
)

const total = async (path: string, q: string) =>
  (await office.get(`${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`)).body.meta
    .total as number

/** Each word is the beginning of a word in the text. */
const BY_WORDS = ['/admin/acteurs', '/admin/defibrillateurs-france']
/** A substring of the text. */
const BY_PARTS = ['/admin/users', '/admin/claims', '/admin/messages/threads', '/admin/import-sources']

const EVERYWHERE = [
  "l'œuvre",
  'l’oeuvre',
  'lʼŒUVRE',
  'l`oeuvre',
  'l´œuvre',
  'L’OEUVRE',
  '« ste-anne',
  '“Ste‑Anne',
  'ste–anne',
  'ste—anne',
  'les aines',
  '"les aînés"',
  '«les aînés»',
  'ami\u00adcale',
  'amicale de  l’œuvre',
]
test('every list finds a text with any form of apostrophe, dash, quotation mark and accent', async () => {
  for (const path of [...BY_WORDS, ...BY_PARTS])
    for (const q of EVERYWHERE) assert.equal(await total(path, q), 1, `${path} ${q}`)
})

test('other texts are not found', async () => {
  for (const path of [...BY_WORDS, ...BY_PARTS])
    for (const q of ['l’ouvre', 'ste-annie', 'œuvré %x'])
      assert.equal(await total(path, q), 0, `${path} ${q}`)
  // A claim is also found by its acteur's name.
  for (const path of BY_PARTS.filter(one => one !== '/admin/claims'))
    for (const q of ['ste_anne', 'les aines\\', '%%']) assert.equal(await total(path, q), 0, `${path} ${q}`)
})

test('saints are found by their short form and their long one, elided words without what elides them', async () => {
  for (const [q, found] of [
    ['sainte anne', 1],
    ['ste anne', 1],
    ['œuvre', 1],
    ["d'œuvre", 1],
    ['saint-etienne', 1],
    ['st etienne', 1],
    ['st. Étienne', 1],
    ['stade st-étienne', 1],
    ['sta', 1],
    ['st anne', 1],
    ['ste etienne', 0],
  ] as const)
    assert.equal(await total('/admin/acteurs', q), found, q)
  for (const q of ['sainte anne', 'ste anne', "l'aîné"])
    assert.equal(await total('/admin/defibrillateurs-france', q), 1, q)
})

test('a name in another script is found, in Arabic and Hebrew with vowel signs and without', async () => {
  const nom = 'جَمْعِيَّة أَهْل الخير שַׁבָּת Σύλλογος 东方红'
  await make.acteur(app, town, { nom })
  await device(app, town, { code_insee: '42218', departement: '42', nom })
  await app.owner.query(`insert into users (email, nom) values ('ahl@example.org', $1)`, [nom])
  for (const q of ['جمعية اهل', 'جَمْعِيَّة أَهْل', 'الخير', 'שבת', 'שַׁבָּת', 'σύλλογος', '东方']) {
    for (const path of BY_WORDS) assert.equal(await total(path, q), 1, `${path} ${q}`)
    const people = await office.get(`/admin/pick/users?q=${encodeURIComponent(q)}`)
    assert.deepEqual(
      people.body.data.map((one: { nom: string }) => one.nom),
      [nom],
      q,
    )
  }
})
