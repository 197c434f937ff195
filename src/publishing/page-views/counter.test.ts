import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { publicationPath } from '../../place/addresses.ts'
import { ViewCounter } from './counter.ts'
import { addViews, forgetOldPageViews } from './queries.ts'

const app = await startApp()
const town = await make.commune(app, { slug: 'oeuilly' })
const hall = await make.mairie(app, town)
const clerk = await app.user()
await make.member(app, hall, clerk)

const READER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const publish = async (title: string) => {
  const id = await make.publication(app, hall, town, { title })
  return { id, path: `/place/oeuilly${publicationPath({ id, title })}` }
}
const stored = async (id: string): Promise<number> => {
  const { rows } = await app.owner.query(
    'select coalesce(sum(views), 0)::int as views from publication_page_views where publication_id = $1',
    [id],
  )
  return rows[0].views
}
const open = async (url: string, options: RequestInit = {}) => {
  const answer = await fetch(url, { ...options, headers: { ...READER, ...options.headers } })
  await answer.arrayBuffer()
  return answer
}

test('pages of two nodes are counted, from the cache too; HEAD, 304, robots and sheets are not', async () => {
  const { id, path } = await publish('Vue')
  const [one, other] = [await app.beside(), await app.beside()]
  const [first] = await Promise.all(
    [one, one, one, other, other].map(async ({ url }) => await open(url + path)),
  )
  const etag = first?.headers.get('etag') ?? ''
  assert.equal((await open(one.url + path, { headers: { 'if-none-match': etag } })).status, 304)
  await open(one.url + path, { method: 'HEAD' })
  await open(one.url + path, { headers: { 'user-agent': 'Googlebot/2.1' } })
  await open(`${one.url + path}/affiche`)
  await open(`${one.url}/place/oeuilly`)
  assert.equal(await stored(id), 0, 'in memory')
  await Promise.all([one.stop(), other.stop()])
  assert.equal(await stored(id), 5)
})

test('a node that stops while pages are opened loses none of the views that it answered', async () => {
  const { id, path } = await publish('Arrêt')
  const node = await app.beside()
  const asked = Array.from({ length: 40 }, () => open(node.url + path))
  await Promise.race(asked)
  await node.stop()
  const answered = (await Promise.allSettled(asked)).filter(one => one.status === 'fulfilled').length
  assert.ok(answered > 0)
  const views = await stored(id)
  assert.ok(views >= answered && views <= asked.length, `${views} of ${answered}`)
})

test('writes at the same time add up, whatever their order', async () => {
  const ids = await make.several(20, () => make.publication(app, hall, town))
  const nodes = Array.from({ length: 8 }, (_, at) =>
    app.service.db.transaction(
      async tx => await addViews(tx, new Map((at % 2 ? ids : ids.toReversed()).map(id => [id, 2]))),
    ),
  )
  await Promise.all(nodes)
  const { rows } = await app.owner.query(
    'select views from publication_page_views where publication_id = any($1)',
    [ids],
  )
  assert.deepEqual(
    rows.map(({ views }) => views),
    ids.map(() => 16),
  )
})

test('what could not be written is written later, with what was counted meanwhile', async () => {
  const { id } = await publish('Panne')
  const { db } = app.service
  let isAway = true
  const transaction: typeof db.transaction = async work => {
    if (isAway) throw new Error('the database is away')
    return await db.transaction(work)
  }
  const lines: string[] = []
  const counter = new ViewCounter({ transaction }, createLog('warn', { write: line => lines.push(line) }))
  counter.add(id)
  const failing = counter.write()
  counter.add(id)
  await failing
  assert.match(lines.join(), /page views not written yet/)
  isAway = false
  counter.add(crypto.randomUUID())
  await counter.stop()
  assert.equal(await stored(id), 2, 'beside a publication that is gone')
})

test('authors read the views of a week: exact from five on, some below; a year later they are deleted', async () => {
  const { id } = await publish('Lue')
  const views = async () => {
    const { body } = await app.as(clerk).get(`/me/publications/${id}`)
    return body.data.vues_semaine
  }
  const add = (count: number) => app.service.db.transaction(tx => addViews(tx, new Map([[id, count]])))
  const age = (days: number) =>
    app.owner.query('update publication_page_views set day = day - $2::int where publication_id = $1', [
      id,
      days,
    ])
  assert.equal(await views(), 0)
  await add(4)
  assert.equal(await views(), null)
  await add(1)
  assert.equal(await views(), 5)
  await age(6)
  await add(3)
  assert.equal(await views(), 8)
  await age(300)
  assert.equal(await views(), 0)
  await app.service.db.transaction(forgetOldPageViews)
  assert.equal(await stored(id), 8)
  await add(3)
  await age(150)
  await app.service.db.transaction(forgetOldPageViews)
  assert.equal(await stored(id), 3)
})
