/** A removed picture is gone on every node with the reply, and cannot come back. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { nearDoor } from '../../../test/fixtures/near-door.ts'
import { fetchMedia, pdf, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { feedServer } from '../../../test/imports/feed-server.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { storeOf } from '../../media/which-store.ts'
import { copyMedia } from '../../operation/backup/media-copies.ts'
import { placeFor } from '../../operation/backup/places.ts'
import { fetchFiles } from '../../publishing/publications/fetched-files/fetch.ts'
import { forgetFetchedFiles } from '../../publishing/publications/fetched-files/upkeep.ts'

const server = await feedServer()
const env = { MEDIA_URL: 'https://cdn.parvis.test' }
const app = await startApp({ env })
const config = testConfig({ ...env, DATA_DIR: app.dataDir })
const commune = await make.commune(app)
const club = await make.acteur(app, commune)
const member = await app.user()
await make.member(app, club, member, 'owner')
const [mine, office] = [app.as(member, 'public'), app.as(await app.user(['admin']))]
const claims = app.as(await app.user(['operator_claims']))
const sent = async (raw: Uint8Array<ArrayBuffer>) => (await sendFile(app, member, club, raw)).body.data
const REASON = 'Contenu illicite'
const forget = (body: object) => office.post('/admin/media/forget', { reason: REASON, ...body })
const published = async (fields: object) => {
  const { status, body } = await mine.post('/publications', {
    title: 'Fête',
    body: 'Ce soir',
    acteur_id: club,
    commune_id: commune,
    ...fields,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id as string
}
const at = (url: string) => url.replace('https://cdn.parvis.test', 'http://parvis.test')
const statusOf = async (url: string, headers = {}) => (await fetchMedia(app, at(url), headers)).status
const recordOf = async (id: string) => (await office.get(`/admin/publications/${id}`)).body.data
const fetchAll = async () => {
  const log = createLog('silent')
  const { db, secrets, metrics } = app.service
  const context = { ...{ db, config, secrets, log, metrics, door: nearDoor(config, log, [server.pair]) } }
  const nothing = { enqueue: async () => {}, onStop: () => {} }
  await fetchFiles({}, { ...context, ...nothing }, new AbortController().signal, crypto.randomUUID(), 0)
}
/** Without what is kept encrypted (`unseal.test.ts`). */
const onDisk = () =>
  readdirSync(join(app.dataDir, 'media'), { recursive: true, encoding: 'utf8' }).filter(
    name => /\.\w+$/.test(name) && !name.startsWith('sealed/'),
  )

test('the files of a publication are removed in every width and everywhere, with a trace', async () => {
  const [raw, minutes, other] = [await picture(), pdf(), await picture(300, 200)]
  const [bad, document, good] = [await sent(raw), await sent(minutes), await sent(other)]
  const shown = { id: bad.id, alt: 'x' }
  const id = await published({ images: [shown], documents: [{ id: document.id }] })
  const beside = await published({ title: 'Aussi', images: [shown, { id: good.id, alt: 'y' }] })
  await claims.patch(`/admin/acteurs/${club}`, { image: { id: bad.id, alt: 'Le logo' } })
  for (const one of [id, beside])
    await office.patch(`/admin/publications/${one}/moderate`, { moderation_status: 'published' })
  // Corrected and approved in between: revisions and operations contain the picture too.
  await office.patch(`/admin/publications/${id}`, { title: 'Bal' })
  const urls: string[] = bad.image.sources.map(({ url }: { url: string }) => url)
  const { status, body } = await forget({ publication_id: id })
  assert.equal(status, 200, JSON.stringify(body))
  const { keys, publications, acteurs, purge, copies } = body.data
  assert.deepEqual(
    [keys.length, publications.toSorted(), acteurs, copies],
    [2, [beside, id].sort(), [club], 'none'],
  )
  for (const url of [...urls, document.document.url.split('?')[0]])
    assert.ok(purge.includes(url) && purge.includes(at(url)), url)
  for (const url of [...urls, document.document.url]) assert.equal(await statusOf(url), 410, url)
  const gone = await fetchMedia(app, at(urls[0] ?? ''), { 'if-none-match': `"${keys[0]}-480.webp"` })
  assert.deepEqual([gone.status, gone.headers.get('cache-control')], [410, 'no-store'])
  assert.equal(await statusOf(good.image.url), 200)
  assert.deepEqual(
    onDisk().filter(name => keys.some((key: string) => name.includes(key))),
    [],
  )
  assert.deepEqual([(await recordOf(id)).images, (await recordOf(id)).documents], [[], []])
  assert.deepEqual(
    (await recordOf(beside)).images.map((one: { id: string }) => one.id),
    [good.id],
  )
  assert.equal((await app.anyone.get(`/acteurs/${club}`)).body.data.image, null)
  const { rows } = await app.owner.query(
    `select 'revision' as held from publication_revisions where concat(images, documents) ~ $1
     union all select 'operation' from moderation_operation_items where words::text ~ $1
     union all select 'publication' from publications where images::text ~ $1
     union all select 'media' from media where key ~ $1`,
    [keys.join('|')],
  )
  assert.deepEqual(rows, [])
  // The same bytes are refused for everybody.
  for (const again of [raw, minutes]) {
    const refused = await sendFile(app, member, club, again)
    assert.deepEqual([refused.status, refused.body.error], [422, 'file_removed'])
  }
  assert.deepEqual(
    onDisk().filter(name => keys.some((key: string) => name.includes(key))),
    [],
  )
  const [trace] = await make.auditOf(app, keys[0])
  assert.partialDeepStrictEqual(trace, {
    action: 'media.forgotten',
    after: { reason: REASON, publications: 2, acteurs: 1 },
  })
  const history = (await office.get(`/admin/publications/${id}/history`)).body.data
  assert.ok(history.some((one: { action: string }) => one.action === 'publication.files_removed'))
  assert.equal((await forget({ address: keys[0] })).status, 200, 'once more changes nothing')
})

test('one picture is removed by its address, and another node answers 410 at once', async () => {
  const beside = await app.beside()
  const one = await sent(await picture())
  const elsewhere = () => fetch(at(one.image.url).replace('http://parvis.test', beside.url))
  assert.equal((await elsewhere()).status, 200)
  assert.equal((await forget({ address: one.image.url })).status, 200)
  const answer = await elsewhere()
  assert.deepEqual([answer.status, ((await answer.json()) as { error: string }).error], [410, 'removed'])
  assert.equal(await statusOf(at(one.image.url).replace(/[0-9a-f]{40}/, 'ab'.repeat(20))), 404)
})

test('a fetched picture is removed with its address, and the same bytes are refused from other addresses', async () => {
  const raw = Buffer.from(await picture())
  const [url, other] = [server.serve('/bad.jpg', { body: raw }), server.serve('/same.jpg', { body: raw })]
  const [id, again] = [await make.publication(app, club, commune, { image_url: url }), 'never']
  await fetchAll()
  const [image] = (await recordOf(id)).images
  const { body } = await forget({ publication_id: id })
  assert.equal(body.data.keys.length, 1)
  assert.equal(await statusOf(image.url), 410)
  assert.deepEqual([(await recordOf(id)).image_url, (await recordOf(id)).images], [null, []])
  const named = await make.publication(app, club, commune, { image_url: url })
  const elsewhere = await make.publication(app, club, commune, { image_url: other })
  await app.owner.query(`update fetched_files set answered_at = now() - interval '30 days'`)
  await app.service.db.transaction(forgetFetchedFiles)
  const before = server.asked.filter(line => line === 'GET /bad.jpg').length
  await fetchAll()
  assert.equal(server.asked.filter(line => line === 'GET /bad.jpg').length, before, again)
  for (const one of [named, elsewhere])
    assert.deepEqual([(await recordOf(one)).image_refused, (await recordOf(one)).images], ['removed', []])
  assert.equal((await app.owner.query('select from media where holds <> 0')).rowCount, 0)
})

test('a picture that was never fetched is not fetched later', async () => {
  const url = server.serve('/waiting.jpg', { body: Buffer.from(await picture()) })
  const id = await make.publication(app, club, commune, { image_url: url })
  assert.equal((await forget({ publication_id: id })).status, 200)
  const next = await make.publication(app, club, commune, { image_url: url })
  await fetchAll()
  assert.equal(server.asked.includes('GET /waiting.jpg'), false)
  assert.equal((await recordOf(next)).image_refused, 'removed')
})

test('an upload sent or attached during its removal is removed', async () => {
  for (let round = 0; round < 6; round++) {
    const raw = await picture(60, 40)
    const one = await sent(raw)
    const other = await make.acteur(app, commune)
    await make.member(app, other, member)
    const [answer, again, attached] = await Promise.all([
      forget({ address: one.image.url }),
      sendFile(app, member, other, raw),
      mine.post('/publications', {
        title: 'A',
        body: 'B',
        acteur_id: club,
        commune_id: commune,
        images: [{ id: one.id, alt: '' }],
      }),
    ])
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.ok([201, 422].includes(again.status) && [201, 422].includes(attached.status))
    await eventually(async () => (await statusOf(one.image.url)) === 410, 'it is gone')
    if (attached.status === 201)
      assert.deepEqual((await recordOf(attached.body.data.id)).images, [], 'attached before, taken off')
    assert.equal((await sendFile(app, member, other, raw)).body.error, 'file_removed')
  }
})

test('files stored during a removal are deleted with the refusal', async () => {
  const raw = await picture(60, 40)
  const other = await make.acteur(app, commune)
  await make.member(app, other, member)
  const one = await sent(raw)
  const key = one.image.url.split('/').at(-2)
  // The upload has stored its files and waits for the acteur's quota.
  await app.owner.query('begin')
  await app.owner.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`uploads ${other}`])
  const late = sendFile(app, member, other, raw)
  await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) === 1, 'it is stored')
  assert.equal((await forget({ address: one.image.url })).status, 200)
  // As if it had stored a file a moment later.
  await storeOf(config).put(key, '480.webp', Buffer.from('late'))
  await app.owner.query('commit')
  assert.equal((await late).body.error, 'file_removed')
  assert.equal(await statusOf(one.image.url), 410)
  assert.deepEqual(
    onDisk().filter(name => name.includes(key)),
    [],
  )
})

test('copies beside the backups go with the next backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-copies-'))
  after(() => rmSync(folder, { recursive: true }))
  const one = await sent(await picture())
  const key: string = one.image.url.split('/').at(-2)
  const place = await placeFor({ to: { folder } } as Parameters<typeof placeFor>[0])
  const copy = async () => {
    const { rows } = await app.owner.query('select key from media_forgotten')
    const forgotten = new Set(rows.map(row => row.key as string))
    const { signal } = new AbortController()
    return await copyMedia(storeOf(config), place, 'ab12cd34', {
      signal,
      forgotten,
      now: new Date(),
      credible: true,
    })
  }
  await copy()
  const there = () => existsSync(join(folder, 'parvis-ab12cd34-media', key.slice(0, 2), key))
  assert.equal(there(), true)
  await forget({ address: key })
  await copy()
  assert.equal(there(), false)
})

test('requests without a target are refused, and only moderators may remove', async () => {
  const id = await make.publication(app, club, commune, {})
  for (const [body, path] of [
    [{}, 'address'],
    [{ address: 'ab'.repeat(20), publication_id: id }, 'address'],
    [{ address: 'une image' }, 'address'],
  ] as const) {
    const answer = await forget(body)
    assert.deepEqual([answer.status, answer.body.details[0].path], [422, path])
  }
  assert.equal((await forget({ publication_id: crypto.randomUUID() })).status, 404)
  // Repeated, as after a lost reply.
  assert.deepEqual((await forget({ publication_id: id })).body.data.keys, [])
  assert.equal(
    (await claims.post('/admin/media/forget', { address: 'ab'.repeat(20), reason: 'x' })).status,
    403,
  )
})
