import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { fetchMedia, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { collectMedia, isTooMany, sweepStore } from '../../media/collect.ts'
import { storeOf } from '../../media/which-store.ts'
import { unknownFiles } from '../../operation/doctor/media.ts'
import { removePicturesOfDeleted } from '../../territory/acteurs/upkeep.ts'
import { letGoOfUploads } from '../publications/upkeep.ts'
import { forgetUploads } from './upkeep.ts'

const app = await startApp()
const { db } = app.service
const store = storeOf(testConfig({ DATA_DIR: app.dataDir }))
const commune = await make.commune(app)
const club = await make.acteur(app, commune)
const admin = await app.user(['admin'])
const office = app.as(admin)
const sent = async () => (await sendFile(app, admin, club, await picture(60, 40))).body.data
const published = async (images: object[]) =>
  (
    await office.post('/publications', {
      title: 'A',
      body: 'B',
      acteur_id: club,
      commune_id: commune,
      images,
    })
  ).body.data
const aDayLater = () =>
  app.owner.query(`update uploads set sent_at = sent_at - interval '25 hours';
    update media set touched_at = touched_at - interval '25 hours'`)
const night = async () => {
  await db.transaction(letGoOfUploads)
  await db.transaction(removePicturesOfDeleted)
  await db.transaction(forgetUploads)
  return await collectMedia(db, store)
}
const isThere = async (one: { image: { url: string } }) =>
  (await fetchMedia(app, one.image.url)).status === 200

test('unused uploads go after a day with their files; used, earlier used and repeated ones stay', async () => {
  const [lost, shown, replaced, face, again] = [
    await sent(),
    await sent(),
    await sent(),
    await sent(),
    await sent(),
  ]
  const { id } = await published([{ id: replaced.id, alt: '' }])
  const drafted = await sent()
  await app.owner.query(`insert into publication_drafts (user_id, acteur_id, content) values ($1, $2, $3)`, [
    admin.id,
    club,
    { images: [{ id: drafted.id, alt: '' }] },
  ])
  await office.patch(`/publications/${id}`, { images: [{ id: shown.id, alt: '' }] })
  await office.patch(`/admin/acteurs/${club}`, { image: { id: face.id, alt: 'Le logo' } })
  assert.equal((await app.anyone.get(`/acteurs/${club}`)).body.data.image.alt, 'Le logo')
  await aDayLater()
  await app.owner.query('update uploads set sent_at = now() where id = $1', [again.id])
  assert.equal(await night(), 1)
  assert.equal(await isThere(drafted), true)
  assert.deepEqual(await Promise.all([lost, shown, replaced, face, again].map(isThere)), [
    false,
    true,
    true,
    true,
    true,
  ])

  await app.owner.query(`update publication_uploads set detached_at = detached_at - interval '31 days'`)
  await app.owner.query(`update publications set deleted_at = now() - interval '31 days' where id = $1`, [id])
  await app.owner.query(`update acteurs set deleted_at = now() - interval '31 days' where id = $1`, [club])
  await aDayLater()
  await night()
  assert.deepEqual(await Promise.all([shown, replaced, face].map(isThere)), [false, false, false])
  await app.owner.query('update acteurs set deleted_at = null where id = $1', [club])
  const { images } = (await office.send('PATCH', `/admin/publications/${id}/restore`)).body.data
  assert.deepEqual(images, [], 'restored later, it comes back without')
})

test('an upload attached while it is collected is attached with its file, or refused', async () => {
  const outcomes = new Set<number>()
  for (let round = 0; round < 12; round++) {
    const one = await sent()
    await aDayLater()
    const asked = office.post('/publications', {
      title: 'A',
      body: 'B',
      acteur_id: club,
      commune_id: commune,
      images: [{ id: one.id, alt: '' }],
    })
    if (round % 2) await new Promise(setImmediate)
    const [{ status, body }] = await Promise.all([asked, night(), night()])
    outcomes.add(status)
    if (status === 201) assert.equal(await isThere(one), true)
    else assert.deepEqual([status, body.details[0].path], [422, 'images.0.id'])
  }
  assert.ok([...outcomes].every(status => status === 201 || status === 422))
})

test('a file uploaded while its content is collected is stored', async () => {
  for (let round = 0; round < 6; round++) {
    const raw = await picture(60, 40)
    await sendFile(app, admin, club, raw)
    await app.owner.query(
      'delete from uploads u where not exists (select from publication_uploads p where p.upload_id = u.id)',
    )
    await aDayLater()
    const [answer] = await Promise.all([sendFile(app, admin, club, raw), collectMedia(db, store)])
    assert.equal(answer.status, 201)
    assert.equal(await isThere(answer.body.data), true)
  }
})

test('old files without a row are swept, as after restoring an older backup', async () => {
  const key = 'ab'.repeat(20)
  const place = join(app.dataDir, 'media', 'ab', key)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, '480.webp'), 'old')
  assert.equal((await sweepStore(db, store)).removed, 0)
  const old = new Date(Date.now() - 2 * 86_400_000)
  utimesSync(join(place, '480.webp'), old, old)
  utimesSync(place, old, old)
  assert.equal((await sweepStore(db, store)).removed, 1)
  assert.deepEqual(
    readdirSync(join(app.dataDir, 'media', 'ab')).filter(name => name === key),
    [],
  )
  const known = await sent()
  // A file that a killed process was writing, beside a known one; only complete files are counted and copied.
  const shelf = await keyOf(known)
  const part = join(shelf, '480.webp.0b5ce4a1.part')
  writeFileSync(part, 'half')
  const counted = async () =>
    (await Array.fromAsync(store.keys())).find(one => shelf.endsWith(one.key))?.bytes
  const whole = readdirSync(shelf).filter(name => !name.endsWith('.part'))
  const bytes = whole.reduce((sum, name) => sum + statSync(join(shelf, name)).size, 0)
  assert.deepEqual([await counted(), existsSync(part)], [bytes, true], 'it may still be written')
  utimesSync(part, old, old)
  assert.deepEqual([await counted(), existsSync(part)], [bytes, false])
  assert.equal((await sweepStore(db, store, { now: Date.now() + 2 * 86_400_000 })).removed, 0)
  assert.equal(await isThere(known), true)
})

const keyOf = async ({ id }: { id: string }) => {
  const { rows } = await app.owner.query('select media_key as key from uploads where id = $1', [id])
  return join(app.dataDir, 'media', rows[0].key.slice(0, 2), rows[0].key)
}

test('a store of which the database knows too few files is left alone with a warning', async () => {
  assert.deepEqual(
    [isTooMany(3, 3), isTooMany(4, 4), isTooMany(20, 1000), isTooMany(21, 1000), isTooMany(1000, 100_000)],
    [false, true, false, true, false],
  )
  const shelf = join(app.dataDir, 'media', 'cd')
  // The key of a picture of another test may begin with the same letters.
  const left = () => keys.filter(key => existsSync(join(shelf, key))).length
  const keys = Array.from({ length: 21 }, (_, n) => `cd${String(n).padStart(38, '0')}`)
  for (const key of keys) {
    mkdirSync(join(shelf, key), { recursive: true })
    writeFileSync(join(shelf, key, '480.webp'), 'of another database')
  }
  const later = { now: Date.now() + 2 * 86_400_000 }
  const { removed, refused, unknown } = await sweepStore(db, store, later)
  assert.deepEqual({ removed, refused, unknown }, { removed: 0, refused: true, unknown: 21 })
  assert.equal(left(), 21)
  const { state, says } = await unknownFiles(db)
  assert.equal(state, 'wrong')
  assert.match(says, /^21 of \d+ pictures and documents are unknown .* parvis media sweep --remove-unknown$/)
  const swept = await sweepStore(db, store, { ...later, evenMany: true })
  assert.deepEqual([swept.removed, swept.refused, left()], [21, false, 0])
  assert.equal((await unknownFiles(db)).state, 'ok')
})

test('files with foreign names are left alone with a warning', async () => {
  const place = join(app.dataDir, 'media', 'ee', 'not a key')
  mkdirSync(place, { recursive: true })
  assert.equal((await sweepStore(db, store)).strange, 1)
  const { state, says, explanation } = await unknownFiles(db)
  assert.deepEqual([state, explanation.code], ['note', 'strange_files'])
  assert.match(says, /^The store names 1 files that Parvis never put there: left alone\./)
  assert.ok(existsSync(place))
  rmSync(place, { recursive: true })
  assert.equal((await sweepStore(db, store)).strange, 0)
  assert.equal((await unknownFiles(db)).state, 'ok')
})

test('an upload collected while it is repeated is 503, and stored when sent again', async () => {
  const bytes = await picture(61, 41)
  const send = () => sendFile(app, admin, club, bytes)
  const { id } = (await send()).body.data
  await app.owner.query('begin')
  await app.owner.query('delete from uploads where id = $1', [id])
  const again = send()
  await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) === 1, 'it waits')
  await app.owner.query('commit')
  assert.equal((await again).status, 503)
  const { status, body } = await send()
  assert.deepEqual([status, (await published([{ id: body.data.id, alt: '' }])).images.length], [201, 1])
})
