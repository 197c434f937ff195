import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { publicationPath } from './addresses.ts'

const app = await startApp()
const town = await make.commune(app, { slug: 'oeuilly' })
const club = await make.acteur(app, town, { nom: 'Comité des fêtes', slug: 'comite' })
const types = (await app.anyone.get('/publications/types')).body.data as { id: string; slug: string }[]
const typeOf = (slug: string) => types.find(one => one.slug === slug)?.id
const words = {
  title: 'Bal',
  body: 'Entrée **gratuite**.\n\n- crêpes',
  type_id: typeOf('evenement'),
  date_debut: '2099-07-13',
  heure_debut: '21:00',
  dates: ['2099-07-20'],
  lieu: 'Halle',
  commune_id: town,
  acteur_id: club,
  images: [],
  documents: [],
}
const preview = async (texte: object | string, headers: Record<string, string> = {}, url = app.url) => {
  const answer = await fetch(`${url}/place/-/apercu`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ texte: typeof texte === 'string' ? texte : JSON.stringify(texte) }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const articleOf = (text: string) =>
  /<article.*<\/article>/s
    .exec(text)?.[0]
    .replaceAll(/\/p\/[\w-]+/g, '/p/…')
    .replaceAll(/%2Fp%2F\w+/g, '%2Fp%2F…')

test('the preview is the page that the publication has once it is published', async () => {
  const before = (await app.owner.query('select count(*) from publications')).rows
  const { status, headers, text } = await preview(words)
  assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'self';/)
  assert.match(text, /<meta name="robots" content="noindex">.*<base target="_blank">/s)
  assert.deepEqual((await app.owner.query('select count(*) from publications')).rows, before)
  const { commune_id: _, acteur_id: _a, images: _i, documents: _d, type_id: _t, ...fields } = words
  const id = await make.publication(app, club, town, { ...fields, type: 'evenement' })
  const page = await fetch(`${app.url}/place/oeuilly${publicationPath({ id, title: 'Bal' })}`)
  // The factory publishes a minute ago, which may be yesterday.
  const undated = (article = '') => article.replace(/Publié le .*?·/s, '')
  assert.equal(undated(articleOf(text)), undated(articleOf(await page.text())))
})

test('what is not written yet has a place, an alert is in force, and what is published keeps its day', async () => {
  const blank = await preview({
    ...words,
    title: ' ',
    body: '',
    date_debut: undefined,
    type_id: typeOf('alerte'),
  })
  assert.match(
    articleOf(blank.text) ?? '',
    /^<article class="read alarm">.*<h1 dir="auto">Votre titre<\/h1>/s,
  )
  const id = await make.publication(app, club, town, { publie_le: new Date('2026-01-02T12:00:00Z') })
  const changed = await preview({ ...words, publication_id: id })
  assert.match(articleOf(changed.text) ?? '', /<h1 dir="auto">Bal<\/h1>.*Publié le 2\sjanvier/s)
  const hidden = await make.publication(app, club, town, { title: 'Caché', lieu: 'Cave', valide: false })
  const { lieu: _, ...elsewhere } = words
  assert.doesNotMatch((await preview({ ...elsewhere, publication_id: hidden })).text, /Cave/)
})

test('other sites, and what no form sends, get no preview', async () => {
  const { status, text } = await preview(words, { origin: 'https://ailleurs.example' })
  assert.equal(status, 403)
  assert.doesNotMatch(text, /Bal/)
  assert.equal((await preview(words, { origin: 'null' })).status, 403)
  assert.equal((await preview(words, { origin: app.url })).status, 200)
  assert.equal((await preview('{')).status, 422)
  assert.equal((await preview({ ...words, source_url: 'javascript:alert(1)' })).status, 422)
  assert.equal((await preview({ ...words, body: 'x'.repeat(400_000) })).status, 413)
  assert.equal((await preview({ ...words, commune_id: club })).status, 404)
})

test('previews are limited by client network, and the refusal is a page', async () => {
  const { url } = await app.beside({ RATE_LIMIT_SCALE: '0.001', TRUST_PROXY: '127.0.0.1,::1' })
  const from = (address: string) => preview(words, { 'x-forwarded-for': address }, url)
  for (let count = 0; count < 3; count += 1) assert.equal((await from('192.0.2.1')).status, 200)
  const { status, headers, text } = await from('192.0.2.1')
  assert.equal(status, 429)
  assert.ok(Number(headers.get('retry-after')) > 60)
  assert.match(text, /<h1>/)
  assert.doesNotMatch(text, /Bal/)
  assert.equal((await from('192.0.2.2')).status, 200)
})
