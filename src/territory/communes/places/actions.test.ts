import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from '../../../../shared/fields/field.ts'
import { shortId } from '../../../../shared/short-id.ts'
import { TEINTES } from '../../../../shared/words/places.ts'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { picture, sendFile } from '../../../../test/fixtures/own-pictures.ts'
import { publicationPath } from '../../../place/addresses.ts'
import { siteIndex } from '../../../place/sitemap.ts'

const app = await startApp()
const admin = await app.user(['admin'])
const office = app.as(admin)
const clerk = await app.user()
const town = await make.commune(app, { nom: 'Œuilly', slug: 'oeuilly' })
const hall = await make.mairie(app, town, clerk)
const desk = app.as(clerk, 'mairie')
const own = `/mairie/acteurs/${hall}/communes/${town}/place`
const version = (of: number) => ({ headers: { 'if-match': `"${of}"` } })
const page = async (path: string) => {
  const answer = await fetch(app.url + path, { redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('a commune begins with the default look; its town hall changes it, and the pages follow', async () => {
  const first = await desk.get(own)
  assert.deepEqual(first.body.data, {
    commune_id: town,
    slug: 'oeuilly',
    teinte: 'ardoise',
    mot: null,
    ouverte: true,
    blason: null,
    abonnes: 0,
    appareils: 0,
    version: 1,
  })
  assert.doesNotMatch((await page('/place/oeuilly/a-propos')).text, /data-teinte="/)
  const { id } = (await sendFile(app, clerk, hall, await picture(192, 192))).body.data
  const mot = 'Entre <vignes> & forêt.'
  const changed = await desk.patch(own, { teinte: 'sapin', mot, blason: { id } }, version(1))
  assert.equal(changed.status, 200)
  const { blason, ...rest } = changed.body.data
  assert.deepEqual(rest, {
    commune_id: town,
    slug: 'oeuilly',
    teinte: 'sapin',
    mot,
    ouverte: true,
    abonnes: 0,
    appareils: 0,
    version: 2,
  })
  assert.equal(blason.id, id)
  const { text } = await page('/place/oeuilly')
  assert.match(text, /<html lang="fr" data-teinte="sapin">/)
  assert.match(text, /<p class="mot" dir="auto">Entre &lt;vignes&gt; &amp; forêt\.<\/p>/)
  const shown = /<source type="image\/webp" srcset="([^"]+)"><img class="crest own" src="[^"]+" alt=""/.exec(
    text,
  )
  assert.equal(shown?.[1], blason.sources.find((one: { type: string }) => one.type === 'image/webp').url)
  const icon = await page(/<link rel="icon" href="([^"]+)">/.exec(text)?.[1] ?? '')
  assert.match(icon.text, /^<svg .*fill="#[0-9a-f]{6}"/)
  assert.equal((await page('/place/-/icon-__proto__.svg')).status, 404)

  const [entry] = (await make.auditOf(app, town)).filter(({ action }) => action === 'commune.place_updated')
  assert.deepEqual(entry.before, { teinte: 'ardoise', blason: null, mot: null })
  assert.deepEqual(entry.after, { teinte: 'sapin', blason: id, mot: '…' })
})

test('of first changes at once from the same version, one is kept and the others are refused', async () => {
  const other = await make.commune(app)
  const path = `/admin/communes/${other}/place`
  const teintes = namesOf(TEINTES).filter(name => name !== 'ardoise')
  const answers = await Promise.all(teintes.map(teinte => office.patch(path, { teinte }, version(1))))
  assert.deepEqual(
    answers.map(({ status }) => status).sort(),
    teintes.map((_, at) => (at === 0 ? 200 : 412)),
  )
  assert.equal((await office.get(path)).body.data.version, 2)
})

test('only the town hall’s own commune, only its own pictures, and only those who may describe it', async () => {
  const elsewhere = await make.commune(app)
  const acteur = await make.acteur(app, town)
  const { id } = (await sendFile(app, admin, acteur, await picture(9, 9))).body.data
  assert.equal((await desk.patch(own, { blason: { id } })).status, 422)
  assert.equal((await desk.patch(own, { teinte: 'rose' })).status, 422)
  assert.equal((await desk.patch(own, { mot: 'a'.repeat(301) })).status, 422)
  const other = `/mairie/acteurs/${hall}/communes/${elsewhere}/place`
  assert.equal((await desk.get(other)).status, 403)
  assert.equal((await desk.patch(other, { teinte: 'ocre' })).status, 403)
  const editor = await app.user()
  await make.member(app, hall, editor, 'editor', [])
  assert.equal((await app.as(editor, 'mairie').patch(own, { teinte: 'ocre' })).status, 403)
  assert.equal((await app.as(editor, 'mairie').get(own)).status, 200)
})

test('a place that is closed shows nothing, and is in no list; a publication for another commune is found there', async () => {
  const closed = await make.commune(app, { nom: 'Closeville', slug: 'closeville' })
  const near = await make.commune(app, { nom: 'Presville', slug: 'presville' })
  const who = await make.acteur(app, closed, { slug: 'club-clos' })
  const ids = await make.several(3, at => make.publication(app, who, closed, { title: `Une ${at}` }))
  const both = await make.publication(app, who, closed, { title: 'Deux', commune_ids: [closed, near] })
  const path = publicationPath({ id: both, title: 'Deux' })
  const listed = async () => [
    (await page('/place?q=closeville')).status,
    /closeville/.test((await page('/place/sitemap.xml')).text),
  ]
  assert.deepEqual(await listed(), [303, true])
  assert.equal((await office.patch(`/admin/communes/${closed}/place`, { ouverte: false })).status, 200)
  const pages = ['', '/agenda', '/actualites', '/annuaire/club-clos', '/semaine', path, `${path}/signaler`]
  const feeds = ['/actualites.atom', '/agenda.ics', '/sitemap.xml', `${path}.ics`, '/annuaire/club-clos.atom']
  for (const one of [...pages, ...feeds]) {
    const { status, text, headers } = await page(`/place/closeville${one}`)
    assert.equal(status, 404, one)
    assert.match(text, /<meta name="robots" content="noindex">.*La place de Closeville est fermée/s, one)
    assert.doesNotMatch(text, /Une \d|Deux/, one)
    assert.equal(headers.get('cache-control'), 'no-store')
  }
  assert.equal((await page(`/p/${shortId(ids[0] ?? '')}`)).status, 404)
  assert.equal((await page(`/p/${shortId(both)}`)).headers.get('location'), `/place/presville${path}`)
  assert.match(
    (await page(`/place/presville${path}`)).text,
    new RegExp(`<link rel="canonical" href="[^"]*/place/presville${path}">`),
  )
  assert.equal((await page('/place?q=closevill')).status, 200)
  assert.doesNotMatch((await page('/place?q=closevill')).text, /place\/closeville"/)
  // Uncached addresses; the others follow within the time of the cache.
  assert.doesNotMatch(await siteIndex(app.service.db.pool, '', null), /closeville/)
})

test('the town hall is told how many devices follow its alerts, from five on', async () => {
  const follow = (from: number, to: number) =>
    app.owner.query(
      `insert into push_subscriptions (commune_id, endpoint, p256dh, auth)
       select $1, 'https://push.example.com/told/' || n, repeat('p', 87), repeat('a', 22)
       from generate_series($2::int, $3::int) n`,
      [town, from, to],
    )
  const told = async () => (await desk.get(own)).body.data.appareils
  await follow(1, 4)
  assert.equal(await told(), null)
  await follow(5, 5)
  assert.equal(await told(), 5)
  await app.owner.query('delete from push_subscriptions where commune_id = $1', [town])
})
