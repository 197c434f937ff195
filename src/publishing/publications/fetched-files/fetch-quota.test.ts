/** Fetched pictures count for the quota of the acteur whose publication names them first. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { startApp, testConfig } from '../../../../test/app.ts'
import { waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { nearDoor } from '../../../../test/fixtures/near-door.ts'
import { pdf, picture, sendFile } from '../../../../test/fixtures/own-pictures.ts'
import { feedServer } from '../../../../test/imports/feed-server.ts'
import type { JobContext } from '../../../kernel/jobs/jobs.ts'
import { createLog } from '../../../kernel/telemetry/log.ts'
import { bytesTaken } from '../../../media/room.ts'
import { storeOf } from '../../../media/which-store.ts'
import { fetchFiles } from './fetch.ts'
import { retryFetchedFiles } from './upkeep.ts'

const server = await feedServer()
const env = { MEDIA_QUOTA_MB: '1' }
const app = await startApp({ env })
const { db, secrets, metrics } = app.service
const commune = await make.commune(app)
const member = await app.user()
const office = app.as(await app.user(['operator_moderation']))
const lines: string[] = []
const contextOf = (more: Record<string, string> = {}): JobContext => {
  const config = testConfig({ ...env, DATA_DIR: app.dataDir, ...more })
  const log = createLog('info', { write: line => void lines.push(line) })
  return {
    db,
    config,
    secrets,
    log,
    metrics,
    door: nearDoor(config, log, [server.pair]),
    enqueue: async () => {},
    onStop: () => {},
  }
}
const fetchAll = (context = contextOf()) =>
  fetchFiles({}, context, new AbortController().signal, crypto.randomUUID(), 0)
const acteur = async () => {
  const id = await make.acteur(app, commune)
  await make.member(app, id, member)
  return id
}
let made = 0
const serve = async (body: Uint8Array) => server.serve(`/${++made}.jpg`, { body: Buffer.from(body) })
const asked = (url: string) => server.asked.filter(line => line === `GET ${new URL(url).pathname}`).length
const refusedFor = async (id: string) =>
  (await office.get(`/admin/publications/${id}`)).body.data.image_refused
/** Random pixels: some 400 kB once encoded. */
const large = async () => {
  const [width, height] = [900, 600]
  const points = crypto.getRandomValues(new Uint8Array(65_536))
  const data = Buffer.concat(Array.from({ length: 25 }, () => points)).subarray(0, width * height * 3)
  return new Uint8Array(
    await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer(),
  )
}
const keys = async () =>
  (await Array.fromAsync(storeOf(contextOf().config).keys())).map(({ key }) => key).sort()
const document = (bytes: number) =>
  new Uint8Array(Buffer.concat([Buffer.from(pdf()), Buffer.alloc(bytes), Buffer.from('%%EOF')]))

test('a fetched picture counts for the acteur that names it first, beside its uploads', async () => {
  const [first, second] = [await acteur(), await acteur()]
  const url = await serve(await picture(900, 600))
  await make.publication(app, first, commune, { image_url: url })
  await fetchAll()
  await make.publication(app, second, commune, { image_url: url })
  await fetchAll()
  const taken = await bytesTaken(db.pool, first)
  assert.ok(taken > 0)
  assert.equal(await bytesTaken(db.pool, second), 0)
  const { status, body } = await sendFile(app, member, first, document(1024 * 1024 - taken))
  assert.deepEqual([status, body.error], [409, 'storage_full'])
})

test('without quota the publication stays without picture and says why, and another acteur gets it', async () => {
  const [full, other] = [await acteur(), await acteur()]
  assert.equal((await sendFile(app, member, full, document(1_000_000))).status, 201)
  const before = readdirSync(join(app.dataDir, 'media'), { recursive: true }).length
  const url = await serve(await large())
  const id = await make.publication(app, full, commune, { image_url: url })
  await fetchAll()
  assert.equal(await refusedFor(id), 'storage_full')
  assert.equal(readdirSync(join(app.dataDir, 'media'), { recursive: true }).length, before)
  const mine = await app.as(member, 'public').get(`/me/publications/${id}`)
  assert.deepEqual([mine.body.data.image_refused, mine.body.data.images], ['storage_full', []])
  // The nightly retry, once there is room.
  await app.owner.query(`update fetched_files set answered_at = now() - interval '1 day' where url = $1`, [
    url,
  ])
  assert.equal(await db.transaction(retryFetchedFiles), 1)
  await fetchAll()
  assert.equal(await refusedFor(id), 'storage_full')
  const theirs = await make.publication(app, other, commune, { image_url: url })
  await fetchAll()
  assert.equal((await office.get(`/admin/publications/${theirs}`)).body.data.images.length, 1)
  assert.deepEqual([await refusedFor(theirs), await refusedFor(id)], [null, null])
  assert.equal((await app.owner.query('select 1 from media where holds <> 0')).rowCount, 0)
})

test('an acteur without any room causes no request', async () => {
  const full = await acteur()
  assert.equal((await sendFile(app, member, full, document(10))).status, 201)
  await app.owner.query(
    `update media m set bytes = 1048576 from uploads u where u.media_key = m.key and u.acteur_id = $1`,
    [full],
  )
  const url = await serve(await picture())
  const id = await make.publication(app, full, commune, { image_url: url })
  await fetchAll()
  assert.deepEqual([await refusedFor(id), asked(url)], ['storage_full', 0])
})

test('an upload during the fetch counts: the picture is given up and its file removed', async () => {
  const club = await acteur()
  const sent = (await sendFile(app, member, club, document(10))).body.data
  const before = await keys()
  const url = await serve(await picture())
  const id = await make.publication(app, club, commune, { image_url: url })
  await app.owner.query('begin')
  await app.owner.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`uploads ${club}`])
  const fetching = fetchAll()
  await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) === 1, 'it is stored')
  assert.equal((await keys()).length, before.length + 1)
  await app.owner.query(
    'update media m set bytes = 1048576 from uploads u where u.media_key = m.key and u.id = $1',
    [sent.id],
  )
  await app.owner.query('commit')
  await fetching
  assert.equal(await refusedFor(id), 'storage_full')
  assert.deepEqual(await keys(), before)
})

test('with a nearly full disk pictures wait, and the log says so', async () => {
  const club = await acteur()
  const url = await serve(await picture())
  await make.publication(app, club, commune, { image_url: url })
  await fetchAll(contextOf({ MEDIA_FREE_MB: '1000000000' }))
  assert.equal(asked(url), 0)
  assert.match(lines.join(''), /pictures and documents wait: the disk is full/)
  await fetchAll()
  assert.equal(asked(url), 1)
})
