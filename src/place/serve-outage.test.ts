// A process of its own: its database stops answering.
import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { startApp, TEST_SECRET, testConfig } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { freePort } from '../../test/fixtures/free-port.ts'
import { timed, times } from '../../test/fuzz/asking.ts'
import { startProxy } from '../../test/fuzz/proxy.ts'
import { createLog } from '../kernel/telemetry/log.ts'
import { slugOf } from '../kernel/texts/texts.ts'
import { openService } from '../service.ts'
import { publicationPath } from './addresses.ts'

const app = await startApp()
const proxy = await startProxy(app.connection)
const node = await openService({
  config: testConfig(),
  log: createLog('silent'),
  secret: TEST_SECRET,
  jobs: {},
  connection: proxy.connection,
})
const url = await node.listen()
/** Where the database was: connections are accepted, and nothing answers. */
const silent = { host: '127.0.0.1', port: await freePort() }
const lines: Socket[] = []
const nobody = createServer(line => void lines.push(line.on('error', () => {}))).listen(
  silent.port,
  silent.host,
)
after(async () => {
  await node.stop()
  proxy.close()
  for (const line of lines) line.destroy()
  nobody.close()
})

const get = async (path: string) => {
  const answer = await fetch(url + path, { redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const NOTICE = /Cette page date d’il y a (?:moins d’une minute|\d+\u00a0min) :/

const outages = {
  'does not answer': () => {
    proxy.moveTo(silent)
    proxy.cut()
  },
  'is stopped': () => proxy.shut(),
}
for (const [name, begin] of Object.entries(outages))
  test(`while the database ${name}, known pages come at once with a notice, others are refused as a page, and all are fresh afterwards`, async t => {
    const town = await make.commune(app, { slug: slugOf(name) })
    const unread = `/place/${slugOf(`loin qui ${name}`)}`
    await make.commune(app, { slug: slugOf(`loin qui ${name}`) })
    const hall = await make.mairie(app, town)
    const id = await make.publication(app, hall, town, { title: 'Avant' })
    // Pages with an alert are not shown beyond its end without a notice.
    await make.publication(app, hall, town, {
      title: 'La rue est fermée',
      type: 'alerte',
      fin_le: new Date(Date.now() + 5_000),
    })
    const PAGES = ['', '/agenda', '/mairie', publicationPath({ id, title: 'Avant' })].map(
      path => `/place/${slugOf(name)}${path}`,
    )
    for (const path of PAGES) assert.doesNotMatch((await get(path)).text, NOTICE)
    await begin()
    const title = `Pendant que la base ${name}`
    await make.publication(app, hall, town, { title })
    const [known = ''] = PAGES
    const first = await eventually(async () => {
      const asked = await timed(get(known))
      return NOTICE.test(asked.value.text) && asked
    }, 'the notice')
    assert.equal(first.value.status, 200)
    await eventually(
      async () => (await Promise.all(PAGES.map(get))).every(({ text }) => NOTICE.test(text)),
      'the notice on all pages',
    )

    const hundredPages = async () => {
      lines.length = 0
      const took: number[] = []
      for (const path of times(25, () => PAGES).flat()) {
        const { ms, value } = await timed(get(path))
        assert.equal(value.status, 200)
        assert.match(value.text, NOTICE)
        assert.equal(value.headers.get('cache-control'), 'public, max-age=5')
        took.push(ms)
      }
      const slowest = Math.max(...took)
      t.diagnostic(
        `the first ${Math.round(first.ms)} ms, the slowest of 100 others ${Math.round(slowest)} ms`,
      )
      // Two pipelined connections for each page that tries, and what the service itself asks.
      return lines.length < 25 && (name !== 'does not answer' || slowest * 3 < first.ms)
    }
    // A machine that is held up is slow for a while, and the service tries again meanwhile.
    await eventually(hundredPages, 'a hundred pages at once, of few connections')

    const unknown = await get(unread)
    assert.equal(unknown.status, 503)
    assert.match(unknown.text, /<h1>Cette page ne peut pas s’afficher pour l’instant<\/h1>/)
    assert.match(unknown.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(unknown.headers.get('retry-after'), '2')
    assert.equal(unknown.headers.get('cache-control'), 'no-store')

    proxy.moveTo(app.connection)
    await (name === 'is stopped' ? proxy.open() : proxy.cut())
    for (const path of PAGES)
      await eventually(async () => {
        const { status, text } = await get(path)
        return status === 200 && !NOTICE.test(text)
      }, `${path} is fresh`)
    await eventually(async () => (await get(known)).text.includes(title), 'what was published meanwhile')
    await eventually(async () => (await get(unread)).status === 200, 'the page of a commune without one')
  })
