import assert from 'node:assert/strict'
import { request as ask } from 'node:http'
import { test } from 'node:test'
import { shortId } from '../../shared/short-id.ts'
import { startApp, type TestApp } from '../../test/app.ts'
import { becomes } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { publicationPath } from './addresses.ts'

/** Requests with the Host header of a commune, as browsers send them. */

const app = await startApp({ env: { PUBLIC_URL: 'http://parvis.test' } })
const office = app.as(await app.user(['admin']))
const town = await make.commune(app, { nom: 'Œuilly', slug: 'oeuilly' })
const club = await make.acteur(app, town, { nom: 'Club', slug: 'club' })
const id = await make.publication(app, club, town, { title: 'Une fête' })
const path = publicationPath({ id, title: 'Une fête' })

interface Answered {
  readonly status: number | undefined
  readonly location: string | undefined
  readonly type: string
  readonly text: string
}
const asking =
  (at: TestApp) =>
  (host: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(at.url)
      const method = body === undefined ? 'GET' : 'POST'
      const sent = ask({ hostname, port, path, method, headers: { ...headers, host } }, async answer => {
        let text = ''
        for await (const part of answer) text += part
        const { location, 'content-type': type = '' } = answer.headers
        resolve({ status: answer.statusCode, location, type, text })
      })
      sent.on('error', reject)
      sent.end(body)
    })
const get = asking(app)
const HOST = 'place.oeuilly.fr'
const shown = (host: string, ask = get) => becomes(async () => (await ask(host, '/')).status, 200, host)

test('administrators give a commune hosts, each once, none of the service’s own', async () => {
  const hosts = `/admin/communes/${town}/hosts`
  const add = (host: string) => office.post(hosts, { host })
  const refused = [
    'parvis.test',
    'localhost',
    '127.0.0.1',
    '[::1]',
    'a.fr:80',
    'a.fr/x',
    'https://a.fr',
    'a',
    'a b.fr',
    '-a.fr',
  ]
  for (const host of refused) assert.equal((await add(host)).status, 422, host)
  assert.deepEqual(
    (await add('Place.Oeuilly.FR.')).body.data.map(({ host }: { host: string }) => host),
    [HOST],
  )
  const both = await add('œuilly.exemple.fr')
  assert.deepEqual(
    both.body.data.map(({ host }: { host: string }) => host),
    [HOST, 'xn--uilly-gbb.exemple.fr'],
  )
  const other = await make.commune(app)
  const again = await office.post(`/admin/communes/${other}/hosts`, { host: HOST })
  assert.deepEqual([again.status, again.body.details[0].path], [409, 'host'])
  const operator = app.as(await app.user(['operator_communes']))
  assert.equal((await operator.get(hosts)).status, 403)
  assert.equal((await operator.post(hosts, { host: 'b.exemple.fr' })).status, 403)
  assert.equal((await office.delete(`${hosts}/place.ailleurs.fr`)).status, 404)
})

test('on its host a commune has its pages and feeds, whose links stay there', async () => {
  await shown(HOST)
  for (const page of ['/', '/agenda', '/annuaire', '/mairie', '/suivre', path, '/rien']) {
    const { status, text } = await get(HOST, page)
    assert.equal(status, page === '/rien' ? 404 : 200, page)
    const links = text.matchAll(/ (?:href|src|action)="([^"]*)"/g).map(([, link = '']) => link)
    for (const link of links)
      assert.match(
        link,
        /^(?:\/(?!place(?!\/-\/))|#|http:\/\/(?:place\.oeuilly\.fr|parvis\.test\/place$)|webcal:|mailto:|sms:|https:\/\/(?:calendar\.google|www\.openstreetmap)\.)/,
        page,
      )
  }
  const home = (await get(HOST, '/')).text
  assert.match(home, /<link rel="canonical" href="http:\/\/place\.oeuilly\.fr">/)
  assert.match(home, /<meta property="og:url" content="http:\/\/place\.oeuilly\.fr">/)
  assert.match(
    (await get(HOST, '/actualites.atom')).text,
    new RegExp(`href="http://place.oeuilly.fr${path}"`),
  )
  assert.match((await get(HOST, '/sitemap.xml')).text, /<loc>http:\/\/place\.oeuilly\.fr\/agenda<\/loc>/)
  assert.match((await get(HOST, '/robots.txt')).text, /Sitemap: http:\/\/place\.oeuilly\.fr\/sitemap\.xml/)
  assert.doesNotMatch((await get('parvis.test', '/place/sitemap.xml')).text, /oeuilly/)
  const leads: Record<string, string> = {
    '/Agenda/': '/agenda',
    '/agenda.html?a=b': '/agenda?a=b',
    [`/p/${shortId(id)}`]: path,
    '//Ailleurs.fr/': '/ailleurs.fr',
    '/\\Ailleurs.fr': '/ailleurs.fr',
  }
  for (const [from, to] of Object.entries(leads))
    assert.deepEqual([(await get(HOST, from)).status, (await get(HOST, from)).location], [301, to], from)
})

test('other hosts lead there, however they are spelt; a forged one shows nothing of it', async () => {
  const leads: readonly (readonly [host: string, from: string, status: number, to: string])[] = [
    ['parvis.test', '/place/oeuilly', 301, '/'],
    ['parvis.test', '/place/oeuilly/agenda?a=b', 301, '/agenda?a=b'],
    ['parvis.test', '/place/oeuilly/actualites.atom', 301, '/actualites.atom'],
    ['parvis.test', `/p/${shortId(id)}`, 302, path],
    ['xn--uilly-gbb.exemple.fr', '/agenda', 301, '/agenda'],
  ]
  await becomes(async () => (await get('xn--uilly-gbb.exemple.fr', '/')).status, 301, 'the second host')
  for (const [host, from, status, to] of leads) {
    const answer = await get(host, from)
    assert.deepEqual([answer.status, answer.location], [status, `http://${HOST}${to}`], host + from)
  }
  for (const host of ['PLACE.Oeuilly.fr', `${HOST}:80`, `${HOST}.`, `${HOST}.:8080`])
    assert.match((await get(host, '/')).text, /<h1 class="name">/, host)
  for (const host of ['ailleurs.fr', `${HOST}.ailleurs.fr`, `ailleurs.${HOST}`, `${HOST}@ailleurs.fr`])
    assert.doesNotMatch((await get(host, '/agenda')).text, /Œuilly/, host)
  const forwarded = { 'x-forwarded-host': HOST, forwarded: `host=${HOST}` }
  assert.equal((await get('parvis.test', '/agenda', forwarded)).status, 404)
  assert.equal((await get('parvis.test', '/place/~/agenda')).status, 404)
})

test('nothing else is answered there but what load balancers ask', async () => {
  const paths = ['/api/v1/communes', '/auth/get-session', '/moderation', '/docs', '/openapi.json', '/metrics']
  paths.push(
    '/assets/x.js',
    '/media/x/y.webp',
    '/place',
    '/place/oeuilly',
    '/place/sitemap.xml',
    '/~',
    '/place/-/..',
    '/place/-/200000001-metropole',
    '/place/-/sitemap.xml',
  )
  for (const one of [...paths, 'http://parvis.test/api/v1/communes', 'http://parvis.test/healthz']) {
    const { status, text } = await get(HOST, one, { 'x-app-source': 'public' })
    assert.equal(status, 404, one)
    if (one !== '/place/-/..') assert.match(text, /Cette page n’est pas ici/, one)
  }
  for (const one of ['/auth/sign-in/email', '/api/v1/messages', '/agenda']) {
    const headers = { 'content-type': 'application/json', 'x-app-source': 'public' }
    assert.equal((await get(HOST, one, headers, '{}')).status, 405, one)
  }
  for (const one of ['/healthz', '/readyz']) assert.equal((await get(HOST, one)).status, 200, one)
})

test('a form is sent from there, and from no other site', async () => {
  const form = `${path}/signaler`
  assert.match((await get(HOST, form)).text, new RegExp(`action="${form}"`))
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${HOST}` }
  const sent = await get(HOST, form, headers, 'reason=spam&site=trap')
  assert.deepEqual([sent.status, sent.location], [303, `/signale?page=${encodeURIComponent(path)}`])
  assert.match((await get(HOST, sent.location ?? '')).text, new RegExp(`href="${path}">Revenir à la page`))
  const forged = await get(HOST, form, { ...headers, origin: 'http://ailleurs.fr' }, 'reason=spam')
  assert.equal(forged.status, 403)
  const subscription = { ...headers, 'content-type': 'application/json' }
  assert.equal((await get(HOST, '/place/-/abonner', subscription, '{}')).status, 422)
})

test('a host that is taken away answers as the service does, and the pages are at `/place` again', async () => {
  const hosts = `/admin/communes/${town}/hosts`
  for (const host of [HOST, 'xn--uilly-gbb.exemple.fr'])
    assert.equal((await office.delete(`${hosts}/${host}`)).status, 200)
  await becomes(async () => (await get(HOST, '/place/oeuilly/a-propos')).status, 200, 'no host of its own')
  const traces = (await make.auditOf(app, town)).map(({ action }) => action)
  assert.deepEqual(
    traces.filter(action => action.startsWith('commune.host')),
    ['commune.host_added', 'commune.host_added', 'commune.host_removed', 'commune.host_removed'],
  )
})

test('PLACE_URL: all pages on a host of their own, without API; PLACE=off: none there either', async t => {
  const env = { PUBLIC_URL: 'http://parvis.test', PLACE_URL: 'http://place.test' }
  for (const PLACE of ['on', 'off']) {
    const apart = await startApp({ env: { ...env, PLACE } })
    t.after(apart.stop)
    const see = asking(apart)
    const here = await make.commune(apart, { nom: 'Ici', slug: 'ici' })
    await apart.as(await apart.user(['admin'])).post(`/admin/communes/${here}/hosts`, { host: 'ici.fr' })
    await make.commune(apart, { nom: 'Là', slug: 'la' })
    if (PLACE === 'off') {
      for (const host of ['place.test', 'ici.fr'])
        await becomes(async () => (await see(host, '/', { accept: 'text/html' })).status, 404, host)
      assert.equal((await see('ici.fr', '/healthz')).status, 200)
      continue
    }
    await shown('ici.fr', see)
    assert.match(
      (await see('place.test', '/')).text,
      /<link rel="canonical" href="http:\/\/place\.test\/place">/,
    )
    assert.match(
      (await see('place.test', '/place/la')).text,
      /canonical" href="http:\/\/place\.test\/place\/la"/,
    )
    assert.equal((await see('parvis.test', '/place/la?a=b')).location, 'http://place.test/place/la?a=b')
    assert.equal((await see('place.test', '/place/ici')).location, 'http://ici.fr/')
    assert.match((await see('ici.fr', '/')).text, /href="http:\/\/place\.test\/place">Changer de commune/)
    for (const path of ['/api/v1/communes', '/auth/get-session', '/moderation', '/metrics'])
      assert.equal((await see('place.test', path, { 'x-app-source': 'public' })).status, 404, path)
    assert.equal((await see('place.test', '/healthz')).status, 200)
    assert.equal((await see('parvis.test', '/api/v1/communes', { 'x-app-source': 'public' })).status, 200)
  }
})

const PUBLIC_URL = 'http://parvis.test'
const PLACE_URL = 'http://place.test'

////////////////////////////////////////////////////////////////////////////// `url` of public records

/** Every public reply that holds them. */
const LISTS = [
  '/communes',
  '/communes/oeuilly',
  '/communes/:commune/acteurs',
  '/acteurs/:acteur',
  '/publications',
  '/publications/:publication',
]

for (const [env, origin] of [
  [{ PUBLIC_URL }, PUBLIC_URL],
  [{ PUBLIC_URL, PLACE_URL }, PLACE_URL],
  [{ PUBLIC_URL, PLACE: 'off' }, null],
] as const)
  test(`${JSON.stringify(env)}: ${origin ? 'the address of each record leads to its page' : 'no record has an address'}`, async t => {
    const app = await startApp({ env })
    t.after(app.stop)
    const see = asking(app)
    const commune = await make.commune(app, { slug: 'oeuilly', nom: 'Œuilly' })
    const acteur = await make.acteur(app, commune, { nom: 'Amis du livre', slug: 'amis-du-livre' })
    const hall = await make.mairie(app, commune)
    const publication = await make.publication(app, acteur, commune, { title: 'Bourse aux livres' })
    const ids: Record<string, string> = { commune, acteur, publication }
    let read = 0
    for (const list of LISTS) {
      const { status, body } = await app.anyone.get(
        list.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? name),
      )
      assert.equal(status, 200, list)
      for (const one of [body.data].flat()) {
        const { url, id, nom, title } = one
        if (origin === null) {
          assert.equal(url, null, list)
          continue
        }
        assert.ok(url.startsWith(`${origin}/`), `${list}: ${url}`)
        let page = await see(new URL(url).host, new URL(url).pathname)
        for (let hops = 0; page.location && hops < 2; hops++) {
          const next: URL = new URL(page.location, url)
          page = await see(next.host, next.pathname)
        }
        assert.equal(page.status, 200, `${list}: ${url}`)
        if (id !== hall) assert.ok(page.text.includes(nom ?? title), url)
        read++
      }
    }
    assert.ok(origin === null || read === 7, `${read} pages`)
  })
