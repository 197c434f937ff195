import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { publicationPath } from './addresses.ts'

const app = await startApp({ env: { PUBLIC_URL: 'http://parvis.test' } })
const town = await make.commune(app, { nom: 'Œuilly', slug: 'oeuilly' })
const further = await make.commune(app, { nom: 'Ailleurs', slug: 'ailleurs' })
const club = await make.acteur(app, town, { nom: 'Club', slug: 'club' })

const LD = 'application/ld+json'
const get = (path: string, accept?: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers: { 'x-app-source': 'web', ...(accept && { accept }), ...headers } })

async function onPage(slug: string, one: { readonly id: string; readonly title: string }): Promise<unknown> {
  const answer = await get(`/place/${slug}${publicationPath(one)}`)
  assert.equal(answer.status, 200)
  const [, block = ''] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await answer.text()) ?? []
  return JSON.parse(block)
}

test('the API answers the JSON-LD of the page: of an event, of news, of an alert; hostile text included', async () => {
  const hostile = '</script><b>"Fête'
  const fields = {
    evenement: {
      date_debut: '2099-07-14',
      heure_debut: '19:00',
      lieu: hostile,
      public: 'enfants',
      gratuit: true,
    },
    actualite: {},
    alerte: { date_fin: '2099-12-31' },
  }
  for (const [type, own] of Object.entries(fields)) {
    const one = {
      id: await make.publication(app, club, town, { title: hostile, type, ...own }),
      title: hostile,
    }
    const answer = await get(`/api/v1/publications/${one.id}`, LD)
    assert.equal(answer.headers.get('content-type'), LD)
    const data = (await answer.json()) as Record<string, unknown>
    assert.deepEqual(data, await onPage('oeuilly', one), type)
    assert.equal(data['@type'], type === 'evenement' ? 'Event' : 'NewsArticle')
    const said = type === 'evenement' ? [true, '0-12'] : [undefined, undefined]
    assert.deepEqual([data.isAccessibleForFree, data.typicalAgeRange], said)
    assert.equal(data.url, `http://parvis.test/place/oeuilly${publicationPath(one)}`)
  }
})

test('it is another reply for caches: `Vary` names Accept, each form has its ETag', async () => {
  const id = await make.publication(app, club, town, { title: 'Deux formes' })
  const path = `/api/v1/publications/${id}`
  const [json, linked] = [await get(path), await get(path, `${LD}, application/json`)]
  for (const answer of [json, linked]) assert.match(answer.headers.get('vary') ?? '', /\bAccept(?:,|$)/)
  assert.match(json.headers.get('content-type') ?? '', /^application\/json/)
  const etag = linked.headers.get('etag') ?? ''
  assert.notEqual(etag, json.headers.get('etag'))
  assert.equal((await get(path, LD, { 'if-none-match': etag })).status, 304)
  assert.equal((await get(path, undefined, { 'if-none-match': etag })).status, 200)
  assert.doesNotMatch((await get('/api/v1/publications')).headers.get('vary') ?? '', /\bAccept(?:,|$)/)
})

test('of several communes it names the first whose pages are open, on the pages of the others too', async () => {
  const id = await make.publication(app, club, further, {
    title: 'Pour deux',
    commune_ids: [further, town],
  })
  const one = { id, title: 'Pour deux' }
  const answer = await get(`/api/v1/publications/${one.id}`, LD)
  const data = (await answer.json()) as Record<string, unknown>
  assert.equal(data.url, `http://parvis.test/place/ailleurs${publicationPath(one)}`)
  assert.deepEqual(await onPage('oeuilly', one), data)
})

test('where no page shows it, the JSON is sent; what is not visible is refused in both forms', async () => {
  const shut = await make.commune(app, { slug: 'ferme' })
  await app.owner.query('insert into commune_places (commune_id, ouverte) values ($1, false)', [shut])
  const id = await make.publication(app, null, shut, { title: 'Sans page' })
  const answer = await get(`/api/v1/publications/${id}`, LD)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.equal(((await answer.json()) as { data: { id: string } }).data.id, id)
  const waits = await make.publication(app, club, town, { moderation_status: 'pending', valide: false })
  assert.equal((await get(`/api/v1/publications/${waits}`, LD)).status, 404)
})

test('it names no page that the app of the pages does not have, and none while that is switched off', async () => {
  const id = await make.publication(app, club, further, {
    title: 'Pour deux',
    commune_ids: [further, town],
  })
  const answer = () => get(`/api/v1/publications/${id}`, LD)
  const urlOf = async () => ((await (await answer()).json()) as { url: string }).url
  await app.owner.query(`insert into app_sources (slug, commune_ids) values ('place', array[$1::uuid])`, [
    town,
  ])
  try {
    assert.equal(
      await urlOf(),
      `http://parvis.test/place/oeuilly${publicationPath({ id, title: 'Pour deux' })}`,
    )
    const noPage: readonly (readonly [string, readonly string[]])[] = [
      ['commune_ids = array[$1::uuid]', [await make.commune(app, { slug: 'autre' })]],
      ['commune_ids = null, acteur_ids = array[$1::uuid]', [await make.acteur(app, town, { slug: 'autre' })]],
      ['acteur_ids = null, active = false', []],
    ]
    for (const [change, values] of noPage) {
      await app.owner.query(`update app_sources set ${change} where slug = 'place'`, [...values])
      assert.match((await answer()).headers.get('content-type') ?? '', /^application\/json/, change)
    }
  } finally {
    await app.owner.query(`delete from app_sources where slug = 'place'`)
  }
})
