import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { honestPictures } from '../../test/hostile/pictures.ts'
import { feedServer } from '../../test/imports/feed-server.ts'

const server = await feedServer()
const app = await startApp({ env: { IMPORT_ALLOW_PRIVATE: server.pair } })
const office = app.as(await app.user(['operator_moderation']))
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const { jpeg = Buffer.alloc(0) } = await honestPictures()
const withPicture = (image_url: string | null) => make.publication(app, acteur, commune, { image_url })
const seen = async (image_url: string | null) => {
  const { status, body } = await office.get(`/admin/publications/${await withPicture(image_url)}/image`)
  assert.equal(status, 200)
  return body
}

test('who decides sees the picture: read by the service, once for many, and encoded anew', async () => {
  const url = server.serve('/photo.jpg', { body: jpeg, type: 'image/jpeg' })
  const ids = [await withPicture(url), await withPicture(url)]
  const answers = await Promise.all([...ids, ...ids].map(id => office.get(`/admin/publications/${id}/image`)))
  for (const { status, body } of answers) {
    assert.deepEqual([status, body.data.width, body.data.height, body.meta.why], [200, 960, 640, null])
    const webp = Buffer.from(body.data.src.replace('data:image/webp;base64,', ''), 'base64')
    assert.equal(webp.toString('latin1', 8, 12), 'WEBP')
  }
  assert.equal(server.asked.filter(line => line === 'GET /photo.jpg').length, 1)
})

test('what the store gives in the place of a picture of ours has an end: past it, the picture is fetched again', async () => {
  const url = server.serve('/kept.jpg', { body: jpeg, type: 'image/jpeg' })
  const id = await withPicture(url)
  const key = 'ef'.repeat(20)
  const shelf = join(app.dataDir, 'media', 'ef', key)
  mkdirSync(shelf, { recursive: true })
  writeFileSync(join(shelf, '480.webp'), Buffer.alloc(5 * 1024 * 1024))
  const image = {
    id: crypto.randomUUID(),
    alt: '',
    key,
    width: 480,
    height: 320,
    widths: [480],
    placeholder: '',
  }
  await app.owner.query(`insert into media (key, kind) values ($1, 'image')`, [key])
  await app.owner.query(
    `with fetched as (insert into fetched_pictures (url, host, status, image) values ($1, 'here', 'kept', $2) returning id)
     update publications set picture_id = fetched.id from fetched where publications.id = $3`,
    [url, image, id],
  )
  const shown = async () => (await office.get(`/admin/publications/${id}/image`)).body.data.width
  assert.equal(await shown(), 960)
  assert.ok(server.asked.includes('GET /kept.jpg'))
  writeFileSync(join(shelf, '480.webp'), 'RIFF....WEBP, of a size that is ours')
  assert.equal(await shown(), 480)
})

test('where there is none to show, it is said why', async () => {
  const html = server.serve('/page.jpg', { body: '<script>alert(1)</script>', type: 'image/jpeg' })
  const large = server.serve('/large.jpg', { body: Buffer.concat([jpeg, Buffer.alloc(8 * 1024 * 1024)]) })
  const hangsUp = server.serve('/hang-up.jpg', { by: (_request, response) => void response.destroy() })
  const all = [null, 'http://10.0.0.1/a.jpg', `${server.url}/none.jpg`, hangsUp, large, html]
  const why = []
  for (const url of all) {
    const { data, meta } = await seen(url)
    assert.equal(data, null)
    why.push(meta.why)
  }
  assert.deepEqual(why, ['none', 'forbidden', 'unreachable', 'unreachable', 'too_large', 'unreadable'])
  assert.equal((await office.get(`/admin/publications/${crypto.randomUUID()}/image`)).status, 404)
})

test('a server that keeps everybody waiting holds four places, and no other request', async () => {
  const answer: (() => void)[] = []
  const slow = (nth: number) =>
    server.serve(`/slow-${nth}.jpg`, {
      by: (_request, response) => void answer.push(() => response.writeHead(200).end(jpeg)),
    })
  const ids = await make.several(6, nth => withPicture(slow(nth)))
  const waiting = ids.map(id => office.get(`/admin/publications/${id}/image`))
  while (answer.length < 4) await new Promise(resolve => setImmediate(resolve))
  assert.equal((await office.get(`/admin/publications/${ids[0]}`)).status, 200)
  assert.equal(answer.length, 4)
  let ended = 0
  for (const one of waiting) void one.then(() => ended++)
  while (ended < 6) {
    for (const send of answer.splice(0)) send()
    await new Promise(resolve => setImmediate(resolve))
  }
  for (const { status, body } of await Promise.all(waiting))
    assert.deepEqual([status, body.data.width], [200, 960])
})
