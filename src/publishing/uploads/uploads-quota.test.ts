/** Quotas are checked before a file is stored: a refused upload leaves nothing behind. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { fetchMedia, pdf, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { collectMedia } from '../../media/collect.ts'
import { keyOf } from '../../media/keys.ts'
import { releaseKey, reserveKey } from '../../media/queries.ts'
import { diskRoom, isLow } from '../../media/room.ts'
import { storeOf } from '../../media/which-store.ts'

const app = await startApp({ env: { MEDIA_QUOTA_MB: '4' } })
const { db, secrets } = app.service
const config = testConfig({ DATA_DIR: app.dataDir })
const store = storeOf(config)
const commune = await make.commune(app)
const member = await app.user()
const acteur = async () => {
  const id = await make.acteur(app, commune)
  await make.member(app, id, member)
  return id
}
const MIB = 1024 * 1024
let made = 0
/** A document of that size with random bytes. */
const ofSize = (bytes: number) => {
  const head = Buffer.from(pdf(`document ${++made}`))
  return new Uint8Array(Buffer.concat([head, Buffer.alloc(bytes - head.length - 5), Buffer.from('%%EOF')]))
}
const folder = join(app.dataDir, 'media')
const files = () =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => /\.\w+$/.test(name))
    : []
const everything = () => readdirSync(folder, { recursive: true }).sort()
const size = () => files().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
const rows = async () => (await app.owner.query('select key, holds from media order by key')).rows

test('repeated refused uploads leave the folder unchanged', async () => {
  const club = await acteur()
  assert.equal((await sendFile(app, member, club, ofSize(3 * MIB))).status, 201)
  const before = [size(), await rows()]
  for (let n = 0; n < 10; n++) {
    const { status, body } = await sendFile(app, member, club, ofSize(2 * MIB))
    assert.deepEqual([status, body.error], [409, 'storage_full'])
  }
  assert.deepEqual([size(), await rows()], before)
})

test('without Content-Length the true size is checked before storing', async () => {
  const club = await acteur()
  await sendFile(app, member, club, ofSize(3 * MIB))
  const before = [everything(), await rows()]
  const bytes = ofSize(2 * MIB)
  const answer = await fetch(`${app.url}/api/v1/uploads?acteur_id=${club}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'x-app-source': 'public' },
    body: new ReadableStream({
      start(stream) {
        stream.enqueue(bytes)
        stream.close()
      },
    }),
    duplex: 'half',
  } as RequestInit)
  assert.deepEqual([answer.status, ((await answer.json()) as { error: string }).error], [409, 'storage_full'])
  // Not even an empty folder is left.
  assert.deepEqual([everything(), await rows()], before)
})

test('with Content-Length the refusal comes before the file is read', async () => {
  const club = await acteur()
  await sendFile(app, member, club, ofSize(3 * MIB))
  const answer = await new Promise((resolve, reject) => {
    const one = request(`${app.url}/api/v1/uploads?acteur_id=${club}`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${member.token}`,
        'x-app-source': 'public',
        'content-length': 2 * MIB,
      },
    })
    one.on('error', reject)
    one.on('response', ({ statusCode }) => {
      resolve(statusCode)
      one.destroy()
    })
    one.write(Buffer.alloc(10))
  })
  assert.equal(answer, 409)
})

test('many uploads at once for the remaining room: as many as fit are stored', async () => {
  const club = await acteur()
  const before = files().length
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await sendFile(app, member, club, ofSize(1.2 * MIB))).status),
  )
  assert.deepEqual(statuses.sort(), [201, 201, 201, 409, 409, 409, 409, 409])
  assert.equal(files().length, before + 3)
  assert.deepEqual(
    (await rows()).filter(({ holds }) => holds !== 0),
    [],
  )
})

test('a file refused for one acteur and stored for another at once stays', async () => {
  const other = await acteur()
  for (let round = 0; round < 4; round++) {
    const nearlyFull = await acteur()
    await sendFile(app, member, nearlyFull, ofSize(3 * MIB))
    const same = ofSize(0.8 * MIB)
    // Two uploads compete for the remaining room, and one fails after it was stored; another acteur uploads the
    // first content too.
    const [kept, ...both] = await Promise.all([
      sendFile(app, member, other, same),
      sendFile(app, member, nearlyFull, same),
      sendFile(app, member, nearlyFull, ofSize(0.8 * MIB)),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
    assert.equal(kept.status, 201)
    assert.equal((await fetchMedia(app, kept.body.data.document.url)).status, 200)
  }
})

test('a key that two requests hold is removed by the last of them; one that a killed process held, a day later', async () => {
  const key = keyOf(secrets, 'ab'.repeat(32))
  const held = { key, kind: 'document' } as const
  await reserveKey(db, held)
  await reserveKey(db, held)
  await store.put(key, 'document.pdf', Buffer.from('of two'))
  await releaseKey(db, store, held)
  assert.equal(await store.size(key, 'document.pdf'), 6)
  await releaseKey(db, store, held)
  assert.deepEqual(
    [await store.size(key, 'document.pdf'), (await rows()).some(one => one.key === key)],
    [undefined, false],
  )
  await reserveKey(db, held)
  await store.put(key, 'document.pdf', Buffer.from('killed'))
  assert.equal(await collectMedia(db, store), 0)
  await app.owner.query(`update media set touched_at = now() - interval '25 hours' where key = $1`, [key])
  assert.deepEqual([await collectMedia(db, store), await store.size(key, 'document.pdf')], [1, undefined])
})

test('while the disk is nearly full nothing is taken: 507 before the file is read, in the words of the caller', async () => {
  const low = await startApp({ env: { MEDIA_FREE_MB: '1000000000' } })
  const user = await low.user()
  const here = await make.commune(low)
  const club = await make.acteur(low, here)
  await make.member(low, club, user)
  const { status, body } = await sendFile(low, user, club, await picture())
  assert.deepEqual([status, body.error], [507, 'storage_low'])
  assert.match(body.message, /presque plus de place/)
  // Only the marker by which nodes compare their stores.
  assert.deepEqual(readdirSync(join(low.dataDir, 'media')), ['.place'])
  const office = low.as(await low.user(['admin']))
  const { checks } = (await office.get('/admin/health')).body.data
  const room = checks.find((one: { about: string }) => one.about === 'room')
  assert.deepEqual([room.state, room.code], ['wrong', 'no_room'])
  const figures = await (await fetch(`${low.url}/metrics`)).text()
  assert.match(figures, /^parvis_uploads_stopped 1$/m)
})

test('the floor is a twentieth of the disk, between 1 and 20 GiB; behind a bucket what the temporary folder needs', async () => {
  const GIB = 1024 * MIB
  const floor = async (bytes: number, env: Record<string, string> = {}) =>
    (await diskRoom(testConfig({ MEDIA_FREE_MB: '', ...env }), async () => ({ bytes, freeBytes: 0 })))
      .floorBytes
  assert.deepEqual(
    [await floor(10 * GIB), await floor(100 * GIB), await floor(4_000 * GIB)],
    [GIB, 5 * GIB, 20 * GIB],
  )
  const bucket = {
    MEDIA_S3_ENDPOINT: 'https://s3.example.org',
    MEDIA_S3_REGION: 'fr-par',
    MEDIA_S3_BUCKET: 'pictures',
    MEDIA_S3_ACCESS_KEY_ID: 'an-id',
    MEDIA_S3_SECRET_ACCESS_KEY: 'a-key-of-the-tests',
  }
  assert.equal(await floor(4_000 * GIB, bucket), 64 * MIB)
  assert.equal(await floor(GIB, { MEDIA_FREE_MB: '10' }), 10 * MIB)
  assert.equal(isLow(await diskRoom(testConfig({ DATA_DIR: app.dataDir, MEDIA_FREE_MB: '0' }))), false)
})
