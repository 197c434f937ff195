import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { device, ownDevice } from '../../test/defibrillateurs/stock.ts'
import * as make from '../../test/factories.ts'

/** “Près de quelle adresse ?”: a geocoder as a local server, with the API of Addok and the Géoplateforme. */

const asked: IncomingMessage[] = []
let answer: (response: ServerResponse) => void = () => {}
const geocoder = createServer((request, response) => {
  asked.push(request)
  answer(response)
}).listen(0, '127.0.0.1')
after(() => {
  geocoder.closeAllConnections()
  geocoder.close()
})
await once(geocoder, 'listening')
const GEOCODER_URL = `http://127.0.0.1:${(geocoder.address() as AddressInfo).port}/geocodage/search?index=address`

const app = await startApp({ env: { GEOCODER_URL } })
const town = await make.commune(app, {
  nom: 'Œuilly',
  slug: 'oeuilly',
  code_insee: '51410',
  latitude: 49.07,
  longitude: 3.8,
})
const neighbour = await make.commune(app, { nom: 'Voisine', slug: 'voisine' })
const at = { latitude: 49.07, longitude: 3.8 }
await device(app, town, { nom: 'Mairie', adresse: '1 rue Haute', ...at, latitude: 49.0719 })
await device(app, neighbour, { nom: 'Stade', adresse: '9 rue Basse', ...at, latitude: 49.061 })
await device(app, neighbour, { nom: 'Gare', ...at, latitude: 49.09 })
await device(app, neighbour, { nom: 'Trop loin', ...at, latitude: 49.2 })
await device(app, town, { nom: 'Sans position', adresse: '2 rue Haute' })
await ownDevice(app, town, { nom: 'École', adresse: '3 rue Haute', ...at, latitude: 49.08 })

const feature = (label: string, score = 0.9) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] },
  properties: { label, score },
})
const answering = (body: unknown, status = 200) => {
  answer = response =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const near = async (pres: string, url = app.url) => {
  const answered = await fetch(`${url}/place/oeuilly/defibrillateurs?pres=${encodeURIComponent(pres)}`, {
    headers: { 'user-agent': 'Resident', cookie: 'a=b', 'x-forwarded-for': '192.0.2.7' },
  })
  return { status: answered.status, text: (await answered.text()).replaceAll('\u00a0', ' ') }
}
const titles = (text: string) => [...text.matchAll(/<h[23] dir="auto">([^<]*)/g)].map(([, title]) => title)
const NEAREST = ['Mairie', 'Stade', 'École', 'Gare']
const OF_TOWN = ['Mairie', 'Sans position', 'École']

test('the nearest come first, also those of the next commune, with their distance and a drawing', async () => {
  answering({ type: 'FeatureCollection', features: [feature('3 rue Haute 51480 Œuilly')] })
  const { status, text } = await near('3 rue Haute')
  assert.equal(status, 200)
  assert.deepEqual(titles(text), [...NEAREST, 'Sans position'], 'without a position it is below, not hidden')
  assert.match(text, /Les plus proches de 3 rue Haute 51480 Œuilly.*Les autres de la commune.*Sans position/s)
  assert.match(text, /1 rue Haute · 210 m/)
  assert.match(text, /9 rue Basse · 1 km/)
  assert.match(text, /3 rue Haute · 1,1 km/, 'one that the register does not have is among them')
  assert.match(text, /<p>2,2 km<\/p>/)
  assert.match(text, /href="https:\/\/www\.openstreetmap\.org\/directions\?to=49\.061%2C3\.8"/)
  assert.match(text, /\?to=2%20rue%20Haute%2C%20%C5%92uilly"/)
  const dots = [...text.matchAll(/<circle cx="(\d+)" cy="(\d+)" r="11"\/><text[^>]*>(\d)/g)]
  assert.deepEqual(
    dots.map(([, x, y, number]) => [x, y, number]),
    [['210', '98', '1']],
    'what is outside of the drawing is in the list alone',
  )
  assert.match(text, /<meta name="robots" content="noindex">/)
  assert.match(text, /<link rel="canonical" href="[^"?]*\/place\/oeuilly\/defibrillateurs">/)
  assert.doesNotMatch(text, /state bad/)
})

test('the geocoder learns the address and the commune, and nothing of the reader', async () => {
  asked.length = 0
  answering({ features: [feature('3 rue Haute')] })
  await near('  5 rue Haute ')
  const [request] = asked
  const { searchParams, pathname } = new URL(request?.url ?? '', 'http://geocoder')
  assert.equal(pathname, '/geocodage/search')
  assert.deepEqual(Object.fromEntries(searchParams), {
    index: 'address',
    q: '5 rue Haute',
    limit: '1',
    autocomplete: '0',
    citycode: '51410',
    lat: '49.07',
    lon: '3.8',
  })
  assert.match(request?.headers['user-agent'] ?? '', /^Parvis/)
  assert.doesNotMatch(JSON.stringify(request?.rawHeaders), /Resident|cookie|192\.0\.2\.7/i)
  await app.owner.query('update communes set code_insee = null where id = $1', [neighbour])
  asked.length = 0
  await fetch(`${app.url}/place/voisine/defibrillateurs?pres=rue+Basse`)
  const other = new URL(asked[0]?.url ?? '', 'http://geocoder').searchParams
  assert.deepEqual([other.get('q'), other.get('citycode')], ['rue Basse Voisine', null])
})

test('an unknown address, and a geocoder that fails, are said in a sentence above those of the commune', async () => {
  for (const [place, features] of Object.entries({
    'nulle part': [],
    ailleurs: [feature('Autre rue', 0.2)],
  })) {
    answering({ features })
    const { status, text } = await near(place)
    assert.equal(status, 200)
    assert.ok(text.includes(`role="status">L’adresse « ${place} » n’a pas été trouvée.`))
    assert.deepEqual(titles(text), OF_TOWN)
  }
  const broken: readonly (typeof answer)[] = [
    response => response.writeHead(500).end(),
    response => response.writeHead(302, { location: '/ailleurs' }).end(),
    response => response.end('<html>'),
    response =>
      response.end('{"features":[{"geometry":{"coordinates":["3","49"]},"properties":{"label":"x"}}]}'),
    response =>
      response.end('{"features":[{"geometry":{"coordinates":[3,149]},"properties":{"label":"x"}}]}'),
    response => response.end('{"features":[{"geometry":null,"properties":null}]}'),
    response => response.end('null'),
    response => response.end('{"features":{}}'),
    response => response.end(JSON.stringify({ features: [feature('x'.repeat(300_000))] })),
    response => response.destroy(),
  ]
  for (const [number, one] of broken.entries()) {
    answer = one
    const { status, text } = await near('rue Haute')
    assert.equal(status, 200)
    assert.match(text, /role="status">L’adresse n’a pas pu être cherchée/, `answer ${number}`)
    assert.deepEqual(titles(text), OF_TOWN)
  }
})

test('of many questions at once the geocoder gets eight, and one that does not answer holds nobody up', async () => {
  asked.length = 0
  answer = () => {}
  const pages = await Promise.all(Array.from({ length: 30 }, (_, at) => near(`rue ${at}`)))
  assert.ok(asked.length <= 8, `${asked.length} questions`)
  for (const { status, text } of pages) {
    assert.equal(status, 200)
    assert.match(text, /L’adresse n’a pas pu être cherchée/)
  }
  answering({ features: [feature('3 rue Haute')] })
  assert.match((await near('3 rue Haute')).text, /Les plus proches/)
})

test('a client network asks sixty addresses an hour, those that are known as often as it likes, and others are served', async () => {
  const limited = await app.beside({ GEOCODER_URL, RATE_LIMIT_SCALE: '1' })
  answering({ features: [feature('Rue Haute')] })
  asked.length = 0
  const from = async (localAddress: string, pres: string) => {
    const url = `${limited.url}/place/oeuilly/defibrillateurs?pres=${encodeURIComponent(pres)}`
    const [response] = await once(get(url, { localAddress }), 'response')
    let text = ''
    for await (const piece of response) text += piece
    return { text, caching: response.headers['cache-control'] }
  }
  for (let at = 0; at < 62; at++) await from('127.0.0.1', `${Math.min(at, 60)} rue Haute`)
  assert.equal(asked.length, 60)
  const refused = await from('127.0.0.1', '61 rue Haute')
  assert.match(refused.text, /role="status">Beaucoup d’adresses ont été cherchées depuis votre connexion/)
  assert.equal(refused.caching, 'no-store')
  assert.match((await from('127.0.0.1', '7 rue Haute')).text, /Les plus proches de Rue Haute/)
  assert.match((await from('127.0.0.2', '61 rue Haute')).text, /Les plus proches de Rue Haute/)
  assert.equal(asked.length, 61)
})

test('hostile addresses and labels stay text', async () => {
  const hostile = '"><script>alert(1)</script>\' onx='
  answering({ features: [feature(hostile)] })
  assert.doesNotMatch((await near(hostile)).text, /<script>alert|"[^"<]*' onx=[^&]*"/)
  answering({ features: [] })
  assert.doesNotMatch((await near(hostile)).text, /<script>alert/)
  assert.match((await near('x'.repeat(5_000))).text, /n’a pas été trouvée/)
})

test('without a geocoder there is no field, and an address in the query changes nothing', async t => {
  const without = await startApp()
  t.after(without.stop)
  await make.commune(without, { nom: 'Œuilly', slug: 'oeuilly' })
  asked.length = 0
  const { status, text } = await near('3 rue Haute', without.url)
  assert.equal(status, 200)
  assert.doesNotMatch(text, /Près de quelle adresse|state bad|3 rue Haute/)
  assert.equal(asked.length, 0)
})

test('a position in the address needs no geocoder; the page alone may ask for one', async () => {
  const without = await app.beside({ GEOCODER_URL: '' })
  const { text } = await near('49.070,3.800', without.url)
  assert.deepEqual(titles(text), [...NEAREST, 'Sans position'])
  assert.match(text, /Les plus proches de vous/)
  assert.doesNotMatch(text, /49\.070,3\.800/)
  const far = (await near('-21.115,55.536', without.url)).text
  assert.match(far, /à moins de cinq kilomètres de vous.*Ceux de la commune/s)
  assert.deepEqual(titles(far), OF_TOWN, 'far away the list of the commune stays')
  for (const other of ['91.000,3.800', '49.070', '49.070,3.800,1', 'Infinity,0', '49.0700000,3.8'])
    assert.deepEqual(titles((await near(other, without.url)).text), OF_TOWN, other)
  const policies = async (path: string) => {
    const { headers } = await fetch(app.url + path)
    return [
      /geolocation=\((.*?)\)/.exec(headers.get('permissions-policy') ?? '')?.[1],
      headers.get('content-security-policy')?.includes("script-src 'self'"),
    ]
  }
  assert.deepEqual(await policies('/place/oeuilly/defibrillateurs'), ['self', true])
  assert.deepEqual(await policies('/place/oeuilly/mairie'), ['', false])
})

test('a device that is reached at any hour of this day says so; “heures ouvrables” say nothing', async t => {
  const places = await startApp()
  const here = await make.commune(places, { slug: 'heures' })
  // A Tuesday, with no public holiday near: before one, another day is said.
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-24T10:00:00Z') })
  const hours = (nom: string, jours: readonly string[], heures: readonly string[]) =>
    ownDevice(places, here, { nom, disponibilite_jours: jours, disponibilite_heures: heures })
  await hours('Toujours', ['7j/7'], ['24h/24'])
  await hours('Bureau', ['7j/7'], ['heures ouvrables'])
  await hours('Un autre jour', ['lundi'], ['24h/24'])
  await hours('Inconnu', [], [])
  const text = await (await fetch(`${places.url}/place/heures/defibrillateurs`)).text()
  const said = [...text.matchAll(/<h2 dir="auto">(.*?)<\/h2>/g)].map(([, title]) => title)
  assert.deepEqual(said.sort(), [
    'Bureau',
    'Inconnu',
    'Toujours <span class="tag ok">accessible maintenant</span>',
    'Un autre jour <span class="tag bad">fermé maintenant, ouvre lundi</span>',
  ])
  await places.stop()
})
