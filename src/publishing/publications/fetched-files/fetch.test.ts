/** Fetching the pictures that publications name: once per address, retried, fenced. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startApp, testConfig } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { killEncoders } from '../../../../test/fixtures/encoder-processes.ts'
import { nearDoor } from '../../../../test/fixtures/near-door.ts'
import { fetchMedia, picture, sendFile } from '../../../../test/fixtures/own-pictures.ts'
import { honestPictures } from '../../../../test/hostile/pictures.ts'
import { feedServer } from '../../../../test/imports/feed-server.ts'
import type { JobContext } from '../../../kernel/jobs/jobs.ts'
import { createLog } from '../../../kernel/telemetry/log.ts'
import { fetchFiles } from './fetch.ts'
import { forgetFetchedFiles } from './upkeep.ts'

const WORKER = fileURLToPath(new URL('../../../../test/fixtures/worker.ts', import.meta.url))
const server = await feedServer()
const app = await startApp()
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const member = await app.user()
await make.member(app, acteur, member)
const office = app.as(await app.user(['operator_moderation']))
const settings = { DATA_DIR: app.dataDir }
const config = testConfig(settings)
const log = createLog('silent')
const { db, secrets, metrics } = app.service
const context: JobContext = {
  db,
  config,
  secrets,
  log,
  metrics,
  door: nearDoor(config, log, [server.pair]),
  enqueue: async () => {},
  onStop: () => {},
}
const never = new AbortController().signal
const fetchAll = (job = crypto.randomUUID(), signal = never) => fetchFiles({}, context, signal, job, 0)
const { jpeg = Buffer.alloc(0) } = await honestPictures()
let made = 0
const serve = (body: Buffer | Uint8Array = jpeg, fields: object = {}) =>
  server.serve(`/${++made}.jpg`, { body: Buffer.from(body), ...fields })
const naming = (image_url: string, fields: object = {}) =>
  make.publication(app, acteur, commune, { image_url, ...fields })
const asked = (url: string) => server.asked.filter(line => line === `GET ${new URL(url).pathname}`).length
const shown = async (id: string) => (await app.anyone.get(`/publications/${id}`)).body.data.images
const rowOf = async (address: string) =>
  (await app.owner.query('select * from fetched_files where url = $1', [address])).rows[0]
const keysOf = async () => (await app.owner.query('select key from media order by key')).rows

test('a picture named by many publications is fetched once, and shown where there is no own one', async () => {
  const url = serve()
  const [first, second] = [await naming(url), await naming(url)]
  const { image: own } = (await sendFile(app, member, acteur, await picture())).body.data
  const third = (
    await app.as(member, 'public').post('/publications', {
      title: 'Fête',
      body: 'Ce soir',
      acteur_id: acteur,
      commune_id: commune,
      image_url: url,
      images: [{ id: own.id, alt: 'Le bal' }],
    })
  ).body.data.id
  assert.deepEqual(await shown(first), [])
  await Promise.all([fetchAll(), fetchAll(), fetchAll()])
  assert.equal(asked(url), 1)
  const [image, ...more] = await shown(first)
  assert.deepEqual([more, image.alt, image.width, image.sources.length], [[], '', 1200, 6])
  assert.deepEqual(await shown(second), [image])
  // A form sends back the pictures that it was given.
  const same = await app
    .as(member, 'public')
    .patch(`/publications/${second}`, { images: [{ id: image.id, alt: '' }] })
  assert.deepEqual([same.status, same.body.data.images], [200, [image]])
  assert.equal((await fetchMedia(app, image.url)).headers.get('content-type'), 'image/jpeg')
  const mine = (await app.as(member, 'public').get(`/me/publications/${third}`)).body.data
  assert.deepEqual([mine.image_url, mine.images.map(({ id }: { id: string }) => id)], [url, [own.id]])
  const listed = (await app.anyone.get(`/communes/${commune}/publications`)).body.data
  assert.deepEqual(listed.find(({ id }: { id: string }) => id === second).images, [image])
  const desk = await office.get(`/admin/publications/${first}`)
  assert.deepEqual(desk.body.data.images, [image])
  assert.equal(asked(url), 1)
})

test('permanent failures are given up with a reason; temporary ones are retried later, host by host', async () => {
  const answering = (status: number, headers = {}) => serve(jpeg, { status, headers })
  const busy = answering(503, { 'retry-after': '600' })
  const reasons: Record<string, string> = {
    'http://10.0.0.1/a.jpg': 'forbidden',
    'not an address': 'forbidden',
    [`${server.url}/none.jpg`]: 'gone',
    [answering(410)]: 'gone',
    [serve(Buffer.from('<script>'), { type: 'image/jpeg' })]: 'unreadable',
    [serve(Buffer.concat([jpeg, Buffer.alloc(15 * 1024 * 1024)]))]: 'too_large',
  }
  const ids = new Map<string, string>()
  for (const url of [...Object.keys(reasons)]) ids.set(url, await naming(url))
  await fetchAll()
  for (const [url, reason] of Object.entries(reasons)) {
    assert.deepEqual([(await rowOf(url)).status, (await rowOf(url)).reason], ['given_up', reason], url)
    assert.deepEqual(await shown(ids.get(url) ?? ''), [])
  }
  const [waiting, neighbour] = [await naming(busy), await naming(serve())]
  await app.owner.query(`update fetched_files set host = 'elsewhere' where url = $1`, [busy])
  await fetchAll()
  await fetchAll()
  const wait = async (url: string) => (await rowOf(url)).next_try_at.getTime() - Date.now()
  assert.equal(asked(busy) <= 1, true)
  assert.ok((await wait(busy)) > 500_000, 'as long as it asked for')
  await app.owner.query(`update fetched_files set next_try_at = now() where status = 'waiting'`)
  server.serve(new URL(busy).pathname, { body: jpeg })
  await fetchAll()
  assert.deepEqual([(await shown(waiting)).length, (await shown(neighbour)).length], [1, 1])
  // The seventh failed attempt.
  const away = serve(jpeg, { by: (_request: unknown, response: ServerResponse) => response.destroy() })
  await naming(away)
  for (let attempt = 1; attempt <= 7; attempt++) {
    await fetchAll()
    await app.owner.query(`update fetched_files set next_try_at = now() where status = 'waiting'`)
  }
  assert.deepEqual([(await rowOf(away)).reason, asked(away)], ['unreachable', 7])
})

test('a timeout on our own machine does not count against the picture', async () => {
  // Takes far longer than the pause between two kills.
  const url = serve(await picture(4_000, 3_000))
  const id = await naming(url)
  const killing = setInterval(killEncoders, 10, 'SIGKILL')
  await fetchAll().finally(() => clearInterval(killing))
  assert.partialDeepStrictEqual(await rowOf(url), { status: 'waiting', attempts: 1, reason: null })
  await app.owner.query(`update fetched_files set next_try_at = now() where status = 'waiting'`)
  await fetchAll()
  assert.equal((await shown(id)).length, 1)
})

test('a new address is fetched; a known one is revalidated a week later', async () => {
  const [before, now] = [serve(await picture(600, 400), { etag: '"one"' }), serve(await picture(300, 200))]
  const id = await naming(before)
  await fetchAll()
  assert.deepEqual((await shown(id))[0].width, 600)
  const edited = await app.as(member, 'public').patch(`/publications/${id}`, { image_url: now })
  assert.deepEqual([edited.status, edited.body.data.images], [200, []])
  await app.owner.query(
    `update publications set moderation_status = 'published', valide = true where id = $1`,
    [id],
  )
  await fetchAll()
  assert.deepEqual((await shown(id))[0].width, 300)
  const aWeekLater = () => app.owner.query(`update fetched_files set answered_at = now() - interval '8 days'`)
  const image = (await rowOf(before)).image
  for (const served of [{ etag: '"one"' }, { status: 404 }]) {
    server.serve(new URL(before).pathname, { body: jpeg, ...served })
    await aWeekLater()
    await naming(before)
    await fetchAll()
    assert.deepEqual([(await rowOf(before)).status, (await rowOf(before)).image], ['kept', image])
  }
  await aWeekLater()
  server.serve(new URL(before).pathname, { body: jpeg, etag: '"two"' })
  await naming(before)
  await fetchAll()
  assert.equal((await rowOf(before)).image.width, 1200)
  assert.equal(asked(before), 4)
})

test('after a killed worker the job continues elsewhere, others wait, and no picture is lost or stored twice', async () => {
  const held = Promise.withResolvers<void>()
  let times = 0
  const url = serve(jpeg, {
    by: (_request: unknown, response: ServerResponse) => {
      if (++times === 1) held.resolve()
      else response.end(jpeg)
    },
  })
  const id = await naming(url)
  const argument = JSON.stringify({
    jobs: ['pictures.fetch'],
    connection: app.connection,
    env: settings,
    near: [server.pair],
  })
  const worker = spawn(process.execPath, [WORKER, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  after(() => worker.kill('SIGKILL'))
  await once(worker.stdout, 'data')
  const { rows } = await app.owner.query(
    `insert into pgboss.job (name) values ('pictures.fetch') returning id`,
  )
  await held.promise
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  const before = await keysOf()
  await fetchAll()
  assert.deepEqual([times, await shown(id)], [1, []])
  await fetchAll(rows[0].id)
  assert.deepEqual([times, (await shown(id)).length], [2, 1])
  assert.deepEqual(await keysOf(), before)
  // A worker whose lease expired comes back: its fence number is old.
  const late = serve(jpeg, {
    by: async (_request: unknown, response: ServerResponse) => {
      if (asked(late) > 1) return response.end(jpeg)
      await app.owner.query(
        `update fetched_files set claimed_until = now() - interval '1 second' where url = $1`,
        [late],
      )
      await fetchAll()
      return response.writeHead(410).end()
    },
  })
  await naming(late)
  await fetchAll()
  assert.deepEqual([asked(late), (await rowOf(late)).status], [2, 'kept'])
})

test('pictures that nobody names go, those of recently deleted publications stay, and the oldest wait longest', async () => {
  const [alone, deleted, old] = [serve(await picture()), serve(await picture()), serve(await picture())]
  const ids = [await naming(alone), await naming(deleted), await naming(old)]
  await fetchAll()
  await app.owner.query('update publications set image_url = null where id = $1', [ids[0]])
  await app.owner.query('update publications set deleted_at = now() where id = $1', [ids[1]])
  await app.owner.query(`update publications set deleted_at = now() - interval '31 days' where id = $1`, [
    ids[2],
  ])
  await app.service.db.transaction(forgetFetchedFiles)
  assert.deepEqual(
    [await rowOf(alone), (await rowOf(deleted)).status, await rowOf(old)],
    [undefined, 'kept', undefined],
  )
  assert.equal(await app.service.db.transaction(forgetFetchedFiles), 0)
})
