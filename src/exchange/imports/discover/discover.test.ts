import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { rss } from '../../../../test/imports/documents.ts'
import { type FeedServer, feedServer } from '../../../../test/imports/feed-server.ts'
import { TOWN_SITES, type TownSite } from '../../../../test/imports/town-sites.ts'
import { importWorld, type Row } from '../../../../test/imports/world.ts'
import { tableState } from '../../../../test/table-state.ts'

const servers = await Promise.all(Object.keys(TOWN_SITES).map(() => feedServer()))
const hostile = await feedServer()
const stranger = await feedServer()
const world = await importWorld({
  env: { IMPORT_ALLOW_PRIVATE: [...servers, hostile, stranger].map(({ pair }) => pair).join(',') },
})
const { office, app } = world
// Their first request is written down with the person.
await office.get('/admin/import-sources')

const discovered = async (url: string): Promise<Row> => {
  const { status, body } = await office.post('/admin/import-sources/discover', { url })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

function serve(server: FeedServer, { pages }: Pick<TownSite, 'pages'>) {
  for (const [path, served] of Object.entries(pages(server.url)))
    server.serve(path, typeof served === 'string' ? { body: served, type: 'text/html' } : served)
}

for (const [at, [name, site]] of Object.entries(TOWN_SITES).entries())
  test(`${name}: what is found becomes sources whose dry run equals their run, and whose second run changes nothing`, async () => {
    const server = servers[at] as FeedServer
    serve(server, site)
    // Another town each: the same news elsewhere would be duplicates.
    const acteur = await make.acteur(app, await make.commune(app), { can_publish: true })
    const before = await tableState(app.owner)
    const { sources, error } = await discovered(server.url + (site.from ?? '/'))
    assert.equal(error, null)
    assert.deepEqual(
      sources.map(({ kind, count, name }: Row) => `${kind} ${count}, ${name}`),
      site.found,
    )
    assert.deepEqual(await tableState(app.owner), before, 'nothing is written')
    assert.ok(server.asked.length <= 12, `${server.asked.length} requests`)
    for (const { url, kind, count, titles } of sources) {
      assert.ok(titles.length === Math.min(count, 5) && titles.every(Boolean))
      const id = await world.source({ url, kind: kind === 'page' ? kind : 'auto', acteur_id: acteur })
      const dry = await world.dryRun(id)
      const run = await world.run(id)
      assert.equal(run.status, 'succeeded', JSON.stringify(run.error))
      assert.deepEqual([run.counts, run.counts.created], [dry.counts, count])
      const again = await world.run(id)
      assert.deepEqual([again.counts.unchanged, again.counts.fetched], [count, count])
      for (const { title, body } of await world.publications(id))
        assert.doesNotMatch(`${title} ${body}`, /&\w+;|<\w|m\.durand/)
    }
  })

const feed = (count: number, from = 0) => ({
  body: rss(
    Array.from({ length: count }, (_, at) => ({
      id: `${from + at}`,
      title: `Titre ${from + at}`,
      text: 'Texte',
      link: `${hostile.url}/${from + at}`,
    })),
  ),
  type: 'application/rss+xml',
})
let pages = 0
const hostilePage = (body: string, head = '') =>
  hostile.serve(`/page-${++pages}`, {
    body: `<!doctype html><html><head><title>Page</title>${head}</head><body>${body}</body></html>`,
    type: 'text/html',
  })
const named = (...urls: string[]) =>
  urls.map(url => `<link rel="alternate" type="application/rss+xml" href="${url}">`).join('')
const codes = ({ refused }: Row) => refused.map(({ error }: Row) => error.code)

test('a page of a thousand feeds: twelve requests, one at a time, and the others are named', async () => {
  let open = 0
  let most = 0
  const by = (_request: unknown, response: ServerResponse) => {
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      response.end(rss([{ id: 'a', title: 'Un', text: 'x' }]))
    }, 20)
  }
  const urls = Array.from({ length: 1000 }, (_, n) => hostile.serve(`/many-${n}.rss`, { by }))
  const asked = hostile.asked.length
  const found = await discovered(hostilePage('', named(...urls)))
  assert.deepEqual([hostile.asked.length - asked, most], [12, 1])
  assert.deepEqual([found.sources.length, codes(found)], [1, ['not_looked_at']])
})

test('other hosts are not asked, private ones never, and a redirect there is no source', async () => {
  stranger.serve('/feed', feed(2))
  hostile.serve('/away', { status: 302, headers: { location: `${stranger.url}/feed` } })
  hostile.serve('/inside', { status: 302, headers: { location: 'http://10.0.0.1/' } })
  hostile.serve('/loop', { status: 302, headers: { location: '/loop' } })
  hostile.serve('/fine', feed(3))
  const urls = [
    `${stranger.url}/feed`,
    'http://169.254.169.254/feed',
    'javascript:alert(1)',
    'http://[',
    '//',
  ]
  const page = hostilePage('', named(...urls, '/inside', '/loop', '/away', '/fine'))
  const found = await discovered(page)
  assert.deepEqual(
    found.sources.map(({ url, count }: Row) => [url, count]),
    [[`${hostile.url}/fine`, 3]],
  )
  assert.deepEqual(codes(found), [
    'other_site',
    'other_site',
    'forbidden_address',
    'too_many_redirects',
    'other_site',
  ])
  assert.equal(stranger.asked.length, 1, 'by the redirect alone')
  const { status, body } = await office.post('/admin/import-sources/discover', { url: 'http://10.0.0.1/' })
  assert.deepEqual([status, body.error], [422, 'source_url_forbidden'])
})

test('what the page names and cannot be read says why; feeds of comments are not looked at', async () => {
  hostile.serve('/none.rss', feed(0))
  hostile.serve('/calendar.ics', { body: '%PDF-1.7', type: 'text/calendar' })
  hostile.serve('/page.rss', { body: '<!doctype html><title>x</title>', type: 'text/html' })
  const links = ['/gone.rss', '/none.rss', '/calendar.ics', '/page.rss', '/comments/feed/']
  const found = await discovered(hostilePage(links.map(url => `<a href="${url}">Flux</a>`).join('')))
  assert.deepEqual([found.sources, codes(found)], [[], ['bad_status', 'no_items', 'is_pdf', 'not_a_feed']])
  assert.equal(found.refused[0].url, `${hostile.url}/gone.rss`)
})

test('a server that is slow: the request is given up after five seconds, and nobody waits for a connection', async () => {
  const held: ServerResponse[] = []
  hostile.serve('/slow.rss', { by: (_request, response) => void held.push(response) })
  hostile.serve('/quick.rss', feed(4))
  const asked = discovered(hostilePage('', named('/slow.rss', '/quick.rss')))
  await eventually(async () => held.length === 1, 'it is asked')
  assert.equal((await app.anyone.get('/communes')).status, 200)
  assert.equal(app.service.db.load().requests.waiting, 0)
  const found = await asked
  assert.deepEqual([found.sources.length, codes(found)], [1, ['timeout']])
})

test('an address that is itself a source, or neither that nor a page', async () => {
  const direct = await discovered(hostile.serve('/itself.rss', feed(60)))
  assert.deepEqual(
    direct.sources.map(({ kind, name, events, count, more, titles }: Row) => [
      kind,
      name,
      events,
      count,
      more,
      titles.length,
    ]),
    [['rss', 'Le fil', false, 60, false, 5]],
  )
  const pdf = await discovered(hostile.serve('/a.pdf', { body: '%PDF-1.7' }))
  assert.deepEqual([pdf.sources, pdf.error.code], [[], 'is_pdf'])
  const gone = await discovered(`${hostile.url}/gone`)
  assert.deepEqual([gone.sources, gone.error.code], [[], 'bad_status'])
  const walled = await discovered(hostile.serve('/walled', { status: 403 }))
  assert.deepEqual([walled.sources, walled.error.code], [[], 'refuses_programs'])
})

test('a list of posts that goes on says that there are more', async () => {
  const posts = Array.from({ length: 50 }, (_, id) => ({
    link: `${hostile.url}/post-${id}`,
    title: { rendered: `Titre ${id}` },
    content: { rendered: 'Texte' },
  }))
  const tribe = {
    rest_url: '/tribe/',
    next_rest_url: 'x',
    events: [{ id: 1, title: 'Loto', start_date: '2099-12-12' }],
  }
  hostile.serve('/wp-json/wp/v2/posts', { body: JSON.stringify(posts), headers: { link: '<x>; rel="next"' } })
  hostile.serve('/wp-json/tribe/events/v1/events', { body: JSON.stringify(tribe) })
  const { sources } = await discovered(hostilePage('', `<link rel="https://api.w.org/" href="/wp-json/">`))
  assert.deepEqual(
    sources.map(({ kind, events, count, more }: Row) => [kind, events, count, more]),
    [
      ['json_events', true, 1, true],
      ['wordpress', false, 50, true],
    ],
  )
})
