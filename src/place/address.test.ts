// A process of its own: its database stops answering.
import assert from 'node:assert/strict'
import { Agent, request as send } from 'node:http'
import { after, type TestContext, test } from 'node:test'
import { startApp, TEST_SECRET, testConfig } from '../../test/app.ts'
import { day } from '../../test/days.ts'
import { becomes, eventually } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { publishAct } from '../../test/fixtures/acts.ts'
import { startProxy } from '../../test/fuzz/proxy.ts'
import { createLog } from '../kernel/telemetry/log.ts'
import { openService } from '../service.ts'
import { Address } from './address.ts'
import { epciPath, publicationPath } from './addresses.ts'
import { FEEDS } from './feeds/feeds.ts'
import { PAGES } from './pages.ts'

/** Every page has one spelling that is kept. While the database is away only what is kept is shown, so that this is seen. */

const HOST = 'place.hote.fr'
const app = await startApp()
const proxy = await startProxy(app.connection)
const node = await openService({
  config: testConfig(),
  log: createLog('silent'),
  secret: TEST_SECRET,
  jobs: {},
  connection: proxy.connection,
})
const { port } = new URL(await node.listen())
const agent = new Agent({ keepAlive: true, maxSockets: 20 })
after(async () => {
  agent.destroy()
  await node.stop()
  proxy.close()
})

const EPCI = { code: '200000001', nom: 'Métropole' }
await app.owner.query('insert into epcis (code, nom) values ($1, $2)', [EPCI.code, EPCI.nom])
const town = await make.commune(app, { nom: 'Œuilly', slug: 'oeuilly' })
await app.owner.query('update communes set epci_code = $1 where id = $2', [EPCI.code, town])
const hosted = await make.commune(app, { nom: 'Hôte', slug: 'hote' })
await app.owner.query('insert into commune_hosts (host, commune_id) values ($1, $2)', [HOST, hosted])
const club = await make.acteur(app, town, { nom: 'Club', slug: 'club' })
const event = { title: 'Le bal', type: 'evenement', date_debut: day(0) }
await app.owner.query('update team_settings set transparency_public = true')
const clerk = await app.user()
const hall = await make.mairie(app, town, clerk)
await app.owner.query('update acteurs set siret = $1 where id = $2', ['21510001800017', hall])
/** An act, which has a certificate and open data. */
const ACT = 'Travaux du pont'
const ids = {
  act: (await publishAct(app, clerk, hall, { title: ACT })).id,
  event: await make.publication(app, club, town, event),
  alert: await make.publication(app, club, town, { title: 'La crue', type: 'alerte' }),
  hosted: await make.publication(app, club, hosted, { title: 'Chez l’hôte' }),
}

interface Asked {
  readonly host: string
  readonly path: string
}
interface Answered extends Asked {
  readonly status: number
  readonly location: string
  readonly text: string
}
/** As it is written: `fetch` would straighten the path. */
const get = ({ host, path }: Asked) =>
  new Promise<Answered>((resolve, reject) => {
    const request = send({ agent, host: '127.0.0.1', port, path, headers: { host } }, async answer => {
      let text = ''
      for await (const part of answer) text += part
      const { statusCode: status = 0, headers } = answer
      resolve({ host, path, status, location: headers.location ?? '', text })
    })
    request.on('error', reject).end()
  })
const onMain = (path: string): Asked => ({ host: `127.0.0.1:${port}`, path })
const onOwn = (path: string): Asked => ({ host: HOST, path })
async function all(addresses: readonly Asked[]): Promise<Answered[]> {
  const answers: Answered[] = []
  for (let at = 0; at < addresses.length; at += 20)
    answers.push(...(await Promise.all(addresses.slice(at, at + 20).map(get))))
  return answers
}
/** The first questions after an outage may still meet it. */
const shown = (addresses: readonly Asked[]) =>
  becomes(
    async () =>
      (await all(addresses)).flatMap(({ status, host, path }) => (status === 200 ? [] : [host + path])),
    [],
  )

const path = (id: string, title: string) => publicationPath({ id, title }).slice(2)

/** The pages of a commune behind its base: those of the table, and what stands below them. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  agenda: ['', '/passes', '/cadre', '/2026-12'],
  actualites: ['', '/cadre', '/alerte'],
  annuaire: ['', '/club'],
  p: [path(ids.event, 'Le bal'), path(ids.alert, 'La crue')].flatMap(one => [one, `${one}/affiche`]),
}
const pages = Object.keys(PAGES).flatMap(segment => (BELOW[segment] ?? ['']).map(end => `/${segment}${end}`))
/** Pages of a search, which the cache does not keep. */
const UNKEPT = ['recherche']
const [alert, ball, act] = [path(ids.alert, 'La crue'), path(ids.event, 'Le bal'), path(ids.act, ACT)]
const FED: Readonly<Record<string, readonly string[]>> = {
  actualites: ['', '/alerte'],
  annuaire: ['/club'],
}
const FED_OF_ONE: Readonly<Record<string, readonly string[]>> = {
  ics: [alert, ball],
  cap: [alert],
  json: [act],
  pdf: [act],
}
const feeds = Object.entries(FEEDS).flatMap(([segment, endings]) =>
  Object.keys(endings).flatMap(ending => {
    if (UNKEPT.includes(segment)) return []
    const named = segment === 'p' ? FED_OF_ONE[ending] : FED[segment]
    return (named ?? ['']).map(end => `/${segment}${end}.${ending}`)
  }),
)
const ofTown = [...pages, ...feeds].map(path => onMain(`/place/oeuilly${path}`.replace(/\/$/, '')))
const ofHost = ['/', '/agenda', '/agenda/passes', '/mairie', '/actualites.atom', '/sitemap.xml'].map(onOwn)
const ofAll = [
  '/place',
  '/place/sitemap.xml',
  '/place/-/sitemap.xml',
  epciPath(EPCI),
  `${epciPath(EPCI)}/annuaire`,
]
const canonical = [...ofTown, ...ofHost, ...ofAll.map(onMain)]

const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`
/** Other ways to write an address. */
function spellings({ host, path }: Asked): Asked[] {
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index)
  const at = (index: number, text: string) => path.slice(0, index) + text + path.slice(index + 1)
  const end = path.length - 1
  const ways = [
    '/',
    '//',
    '/.',
    '/..',
    '.',
    '.html',
    '/.html',
    '%00',
    '%20',
    ';x',
    '%',
    '%e9',
    '/rien',
    '//rien',
    '/%2f',
    '?',
    '?utm_source=a',
    '?de=',
    '?q=a',
    '.json',
    '/.json',
    '.atom',
    '/.atom',
    '.xml',
    '/.xml',
    '.ics',
    '.cap',
  ].map(ending => path + ending)
  ways.push(path.toUpperCase(), at(end, path.slice(-1).toUpperCase()), at(end, escaped(path.slice(-1))))
  for (const index of slashes)
    for (const text of ['//', '/./', '/%2f', '\\', '/%e2%80%8b']) ways.push(at(index, text))
  // Another name of the same thing.
  ways.push(path.replace('/oeuilly', `/${town}`), path.replace('/club', `/${club}`))
  ways.push(
    path.replace('/le-bal-', '/'),
    path.replace('/le-bal-', '/autre-'),
    path.replace('/la-crue-', '/x-'),
  )
  ways.push(
    path.replace('-metropole', ''),
    path.replace('-metropole', '-x'),
    path.replace('sitemap', 'sitemap/x'),
  )
  ways.push(
    path.replace('/alerte.', '/x.'),
    path.replace('/alerte', '/x'),
    path.replace('sitemap', 'sitemap//x'),
  )
  return ways.flatMap(way => (way.startsWith('/') && way !== path ? [{ host, path: way }] : []))
}
const keyOf = ({ host, path }: Asked) =>
  host === HOST
    ? new Address(path.startsWith('/place/-/') ? path : `/place/~${path}`, { host, communeId: hosted }).key
    : new Address(path).key

async function away(t: TestContext): Promise<void> {
  t.after(back)
  await proxy.shut()
  await eventually(
    async () => (await get(onMain('/place/oeuilly/2026'))).status === 503,
    'the database is away',
  )
}
async function back(): Promise<void> {
  await proxy.open()
  await eventually(
    async () => (await get(onMain('/place/oeuilly/2026'))).status === 404,
    'the database is back',
  )
}

test('a page that reads nothing is made while the database is away', async t => {
  await becomes(async () => (await get(onMain('/place/oeuilly'))).status, 200)
  await away(t)
  for (const path of ['/place', '/place']) assert.equal((await get(onMain(path))).status, 200)
  assert.equal((await get(onMain('/place/oeuilly/mairie'))).status, 503)
})

test('of all spellings of an address one is kept; others lead to it, or to nothing', async t => {
  await becomes(async () => (await get(onOwn('/'))).status, 200, 'its host')
  await shown(canonical)
  const others = canonical.flatMap(spellings)
  for (const answer of await all(others)) {
    const name = `${answer.host}${answer.path}: ${answer.status} ${answer.location}`
    assert.ok([200, 301, 302, 303, 400, 404].includes(answer.status), name)
    // What leads elsewhere leads to a host of the service, and to a path.
    if (answer.location)
      assert.match(answer.location, /^(?:http:\/\/(?:place\.hote\.fr|parvis\.test))?\/(?![/\\])/, name)
  }
  await away(t)
  const kept = (await all([...canonical, ...others])).filter(({ status }) => status === 200)
  const known = new Set(canonical.map(keyOf))
  const pagesOfAll = new Set([...known, ...[...pages, ...feeds].map(path => keyOf(onOwn(path)))])
  assert.deepEqual(
    kept.filter(one => !pagesOfAll.has(keyOf(one))).map(({ host, path }) => host + path),
    [],
    'no other key is kept',
  )
  assert.deepEqual(known.difference(new Set(kept.map(keyOf))), new Set(), 'each page is kept')
  for (const [text, same] of Map.groupBy(kept, ({ text }) => text))
    assert.equal(new Set(same.map(keyOf)).size, 1, `${same.map(({ path }) => path)}: ${text.slice(0, 80)}`)
  t.diagnostic(`${canonical.length} addresses, ${others.length} other spellings, ${known.size} kept`)
})

test('thousands of odd addresses do not push out what is shown while the database is away', async t => {
  const known = canonical.filter(({ path }) => !/\.\w+$/.test(path))
  await shown(known)
  const odd = Array.from({ length: 2_000 }, (_, n) => [
    `/place//${n}`,
    ...(n % 4 > 0
      ? []
      : [`/place/oeuilly/actualites/t${n}.atom`, `/place/-/sitemap/${n}.xml`, `/place/${n}.json`]),
  ])
  await all(odd.flat().map(onMain))
  await away(t)
  // Any other page is answered 503 by now.
  for (const { status, path } of await all(known)) assert.equal(status, 200, path)
})

test('the name of a host is no slug: its page is neither shown there, nor lost', async t => {
  const paths = ['/agenda', '/mairie', '/actualites.atom']
  const named = [
    ...paths.map(path => onMain(`/place/${HOST}${path}`)),
    ...paths.map(path => onOwn(`/place/-${path}`)),
  ]
  const own = paths.map(onOwn)
  for (let round = 0; round < 30; round++) {
    const answers = await all([...named, ...own, ...named, ...own])
    for (const { host, path, status } of answers)
      assert.equal(status, own.some(one => one.host === host && one.path === path) ? 200 : 404, host + path)
  }
  await away(t)
  for (const { status, path } of await all(own)) assert.equal(status, 200, path)
})
