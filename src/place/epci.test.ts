import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { day } from '../../test/days.ts'
import * as make from '../../test/factories.ts'
import { epciPath, publicationPath } from './addresses.ts'

const app = await startApp({ env: { PUBLIC_URL: 'http://parvis.test' } })
const METROPOLE = { code: '200000001', nom: 'Métropole d’Œuilly' }
const OTHER = { code: '200000002', nom: 'Pays d’ailleurs' }
for (const { code, nom } of [METROPOLE, OTHER])
  await app.owner.query('insert into epcis (code, nom) values ($1, $2)', [code, nom])
const commune = async (slug: string, epci: string) => {
  const id = await make.commune(app, { slug, nom: `Commune ${slug}` })
  await app.owner.query('update communes set epci_code = $2 where id = $1', [id, epci])
  return id
}
const here = await commune('ici', METROPOLE.code)
const near = await commune('pres', METROPOLE.code)
const shut = await commune('fermee', METROPOLE.code)
const far = await commune('loin', OTHER.code)
await app.owner.query('insert into commune_places (commune_id, ouverte) values ($1, false)', [shut])
const PATH = epciPath(METROPOLE)
const nodes: string[] = []
/** From a node that has made no page yet. */
const get = async (path: string, url = nodes.at(-1) ?? app.url) => {
  const answer = await fetch(url + path, { redirect: 'manual' })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}
const afresh = async () => void nodes.push((await app.beside()).url)

test('its page shows what the lists of its open communes show, and nothing else', async () => {
  const hidden = {
    waits: { moderation_status: 'pending', valide: false },
    refused: { moderation_status: 'rejected', valide: false },
    withdrawn: { valide: false },
    deleted: { deleted_at: new Date() },
    scheduled: { publie_le: new Date(Date.now() + 3_600_000) },
  }
  for (const type of ['actualite', 'evenement', 'alerte']) {
    const fields = { type, date_debut: day(3) }
    for (const [name, state] of Object.entries(hidden))
      await make.publication(app, null, here, { title: `Titre ${name} ${type}`, ...fields, ...state })
    for (const [name, id] of Object.entries({ shut, far }))
      await make.publication(app, null, id, { title: `Titre ${name} ${type}`, ...fields })
    await make.publication(app, null, near, { title: `Titre visible ${type}`, ...fields })
  }
  await make.publication(app, null, far, { title: 'Titre partout', commune_ids: [far, here] })
  const lists = await Promise.all([here, near].map(id => app.anyone.get(`/communes/${id}/publications`)))
  const expected = new Set(lists.flatMap(({ body }) => body.data.map((one: { title: string }) => one.title)))
  assert.equal(expected.size, 4)
  const { status, text } = await get(PATH)
  assert.equal(status, 200)
  assert.deepEqual(new Set(text.match(/Titre \w+(?: (?:actualite|evenement|alerte))?/g)), expected)
  assert.match(
    text,
    /<h3>Commune pres<\/h3><ul class="plainlist"><li><b class="level"[^>]*><svg.*?<\/svg> Alerte<\/b> /,
  )
  assert.match(text, /href="http:\/\/parvis\.test\/place\/ici\/p\/titre-partout-/)
  assert.match(text, /2 communes ont leur place ici/)
  const [, towns = ''] = /<ul class="towns">(.*?)<\/ul>/s.exec(text) ?? []
  assert.equal(towns.match(/<li>/g)?.length, 2)
  assert.match(towns, /alerte en cours/)
  assert.doesNotMatch(text, /class="quiet"/)
  assert.doesNotMatch(text, /Commune (?:fermee|loin)/)
})

test('only the code in its address is looked up; without communes it is not there', async () => {
  assert.deepEqual(await get(`/place/-/${METROPOLE.code}`), {
    status: 301,
    location: `http://parvis.test${PATH}`,
    text: '',
  })
  assert.equal((await get(`${PATH}-autre`)).status, 301)
  for (const path of ['/place/-/999999999', '/place/-/99999999', `${PATH}/agenda`, `${PATH}.ics`])
    assert.equal((await get(path)).status, 404, path)
  assert.equal((await get('/place/-/icon-ardoise.svg')).status, 200)
})

test('communes lead to it, and search engines find it once something is visible', async () => {
  const { text } = await get('/place/ici/a-propos')
  assert.equal(text.split(`href="${PATH}"`).length, 3, 'in the text and below')
  const empty = { code: '200000003', nom: 'Vide' }
  await app.owner.query('insert into epcis (code, nom) values ($1, $2)', [empty.code, empty.nom])
  await commune('vide', empty.code)
  const quiet = (await get(epciPath(empty))).text
  assert.match(quiet, /<meta name="robots" content="noindex,follow">/)
  assert.match(quiet, /<ul class="quiet"><li><a href="[^"]*\/place\/vide">Commune vide<\/a>/)
  assert.doesNotMatch(quiet, /class="towns"/)
  assert.match(
    (await get('/place/sitemap.xml')).text,
    /<loc>http:\/\/parvis\.test\/place\/-\/sitemap\.xml<\/loc>/,
  )
  const map = (await get('/place/-/sitemap.xml')).text
  assert.match(map, new RegExp(`<loc>http://parvis.test${PATH}</loc>`))
  assert.doesNotMatch(map, /200000003|annuaire/)
  await make.acteur(app, shut)
  const acteur = await make.acteur(app, here)
  await afresh()
  assert.match(
    (await get('/place/-/sitemap.xml')).text,
    new RegExp(`<loc>http://parvis.test${PATH}/annuaire</loc>`),
  )
  await app.owner.query('update acteurs set active = false where id = $1', [acteur])
  await afresh()
  assert.doesNotMatch((await get('/place/-/sitemap.xml')).text, /annuaire/)
})

test('an app with fewer communes shows those alone; hostile words stay words', async () => {
  await make.publication(app, null, near, { title: '"><script>x</script>', body: 'x' })
  await app.owner.query(`insert into app_sources (slug, commune_ids) values ('place', array[$1::uuid])`, [
    near,
  ])
  await afresh()
  const { text } = await get(PATH)
  assert.match(text, /Une commune a sa place ici/)
  assert.doesNotMatch(text, /Commune ici|Titre partout|<script>x/)
  assert.equal((await get(epciPath(OTHER))).status, 404)
  assert.doesNotMatch((await get('/place/-/sitemap.xml')).text, new RegExp(OTHER.code))
  await app.owner.query(`delete from app_sources where slug = 'place'`)
})

test('of a hundred communes, the next events come first whatever their commune', async () => {
  const communes = await make.several(100, at => commune(`c-${at}`, OTHER.code))
  const ids: string[] = []
  for (const [at, id] of communes.entries())
    ids.push(
      await make.publication(app, null, id, {
        title: `Fête ${at}`,
        type: 'evenement',
        date_debut: day(4 + at),
      }),
    )
  await afresh()
  const { text } = await get(epciPath(OTHER))
  assert.match(text, /101 communes ont leur place ici/)
  const shown = text.match(/Fête \d+/g) ?? []
  assert.deepEqual(
    shown.slice(0, 20),
    Array.from({ length: 20 }, (_, at) => `Fête ${at}`),
  )
  assert.match(text, new RegExp(publicationPath({ id: ids[0] ?? '', title: 'Fête 0' })))
})

test('its agenda ends after a month, and caches drop it with its communes', async () => {
  const market = { code: '200000004', nom: 'Pays des marchés' }
  await app.owner.query('insert into epcis (code, nom) values ($1, $2)', [market.code, market.nom])
  const [one, other] = [await commune('un', market.code), await commune('deux', market.code)]
  const weekly = Array.from({ length: 51 }, (_, at) => day(12 + 7 * at))
  await make.publication(app, null, one, {
    title: 'Marché',
    type: 'evenement',
    date_debut: day(5),
    dates: weekly,
  })
  await make.publication(app, null, one, { title: 'Bal', type: 'evenement', date_debut: day(40) })
  await afresh()
  const answer = await fetch((nodes.at(-1) ?? '') + epciPath(market))
  const text = await answer.text()
  assert.equal(text.match(/<li class="day">/g)?.length, 1)
  assert.match(text, /chaque \w+ jusqu’au/)
  const tags = [`commune-${other}`, `commune-${one}`]
  assert.equal(answer.headers.get('surrogate-key'), tags.join(' '))
  assert.equal(answer.headers.get('cache-tag'), tags.join(','))
  assert.match(answer.headers.get('cache-control') ?? '', /stale-while-revalidate/)
  const many = await fetch((nodes.at(-1) ?? '') + epciPath(OTHER))
  assert.equal(many.headers.get('cache-tag'), null)
  assert.doesNotMatch(many.headers.get('cache-control') ?? '', /stale-while-revalidate/)
})

test('its directory has the acteurs of its open communes alone, each on the page of one of them', async () => {
  const own = { active: true, type: 'association' }
  const names = {
    ici: await make.acteur(app, here, {
      ...own,
      nom: 'Amis d’ici',
      slug: 'amis-ici',
      description: 'Du thé.',
    }),
    pres: await make.acteur(app, near, { ...own, nom: 'Amis de près', slug: 'amis-pres' }),
    partout: await make.acteur(app, far, { ...own, nom: 'Amis partout', slug: 'amis-partout' }),
  }
  await app.owner.query('insert into acteur_communes (acteur_id, commune_id) values ($1, $2), ($1, $3)', [
    names.partout,
    here,
    near,
  ])
  await app.owner.query('insert into acteur_communes (acteur_id, commune_id) values ($1, $2)', [
    names.ici,
    near,
  ])
  await make.acteur(app, shut, { ...own, nom: 'Amis fermés', slug: 'amis-fermes' })
  await make.acteur(app, far, { ...own, nom: 'Amis lointains', slug: 'amis-lointains' })
  await make.acteur(app, here, { ...own, nom: 'Amis inactifs', slug: 'amis-inactifs', active: false })
  await make.several(8, at =>
    make.acteur(app, near, { nom: `Boulangerie ${at}`, slug: `boulangerie-${at}`, type: 'commerce' }),
  )
  await afresh()
  const lists = await Promise.all([here, near].map(id => app.anyone.get(`/communes/${id}/acteurs?q=amis`)))
  const expected = new Set(lists.flatMap(({ body }) => body.data.map((one: { nom: string }) => one.nom)))
  assert.equal(expected.size, 3)
  const cards = (text: string) =>
    [...text.matchAll(/<h[23] dir="auto"><a href="([^"]*)">(.*?)<\/a>/g)].map(([, href, name = '']) => [
      name.replaceAll(/<\/?mark>/g, ''),
      href,
    ])
  const start = await get(`${PATH}/annuaire`)
  assert.equal(start.status, 200)
  const first = cards(start.text)
  assert.deepEqual(new Set(first.map(([name]) => name).filter(name => name?.startsWith('Amis'))), expected)
  assert.equal(first.filter(([name]) => name?.startsWith('Boulangerie')).length, 6)
  assert.match(start.text, /Voir les 8/)
  assert.match(start.text, /Associations \(3\)/)
  assert.match(start.text, new RegExp(`<link rel="canonical" href="[^"]*${PATH}/annuaire">`))
  const found = await get(`${PATH}/annuaire?q=amis&nature=association`)
  assert.deepEqual(cards(found.text), [
    ['Amis de près', 'http://parvis.test/place/pres/annuaire/amis-pres'],
    ['Amis d’ici', 'http://parvis.test/place/ici/annuaire/amis-ici'],
    ['Amis partout', 'http://parvis.test/place/ici/annuaire/amis-partout'],
  ])
  assert.match(found.text, /<p class="meta">Commune pres/)
  assert.match(found.text, /noindex,follow/)
  assert.equal(cards((await get(`${PATH}/annuaire?nature=commerce`)).text).length, 8)
  assert.match((await get(PATH)).text, new RegExp(`href="${PATH}/annuaire"`))
  assert.deepEqual(await get(`/place/-/${METROPOLE.code}/annuaire?q=th%C3%A9`), {
    status: 301,
    location: `http://parvis.test${PATH}/annuaire?q=th%C3%A9`,
    text: '',
  })
  for (const path of [
    '/place/-/999999999-rien/annuaire',
    `${PATH}/annuaire/amis-ici`,
    `${PATH}/annuaire?apres=x`,
  ])
    assert.equal((await get(path)).status, 404, path)
})
