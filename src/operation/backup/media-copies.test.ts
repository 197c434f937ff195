/** Copies pictures between a hostile store and an honest one, in both directions. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BUCKET, KEY, type Lie, REGION, s3Server } from '../../../test/media/s3-server.ts'
import { folderStore } from '../../media/folder-store.ts'
import { s3Store } from '../../media/s3-store.ts'
import { LONGEST_FILE } from '../../media/store.ts'
import { copyKey, copyMedia } from './media-copies.ts'
import { mediaNote, placeFor } from './places.ts'

const around = mkdtempSync(join(tmpdir(), 'parvis-media-copies-'))
after(() => rmSync(around, { recursive: true }))
let folders = 0
const freshFolder = () => {
  const folder = join(around, `${++folders}`, 'deep', 'inside')
  mkdirSync(folder, { recursive: true })
  return folder
}
const everything = () =>
  readdirSync(around, { recursive: true, withFileTypes: true })
    .filter(one => one.isFile())
    .map(one => one.name)

const server = await s3Server()
const bucket = {
  endpoint: server.url,
  region: REGION,
  bucket: BUCKET,
  style: 'path',
  prefix: '',
  ...KEY,
} as const
const store = s3Store(bucket, { firstWaitMs: 5 })
const key = 'ab'.repeat(20)
const now = () => ({
  signal: new AbortController().signal,
  forgotten: new Set<string>(),
  now: new Date(),
  credible: true,
})
const nightly = (folder: string) => placeFor({ to: { folder }, at: '01:15' })

/** A store listing of these names, whatever is requested; each is a key that grants access to its file. */
const listing =
  (...names: readonly string[]): Lie =>
  (request, response) => {
    const asksForList = request.url?.includes('list-type')
    const entry = (name: string) =>
      `<Contents><Key>${name}</Key><Size>12</Size><LastModified>2026-11-22T00:00:00Z</LastModified></Contents>`
    response.end(asksForList ? `<X>${names.map(entry).join('')}</X>` : 'ssh-rsa evil')
    return true
  }

test('a list with names of its own writes nothing but pictures, and nowhere else; what was strange is counted', async () => {
  const hostile = [
    `${key}/../../../../escaped/authorized_keys`,
    `${key}/../../../../escaped/480.webp`,
    `${key}/authorized_keys`,
    `${key}/.480.webp`,
    `${key}/480.webp/x`,
    `${key}/`,
    `${'cd'.repeat(20)}/../${key}/960.webp`,
  ]
  server.lies.by = listing(`${key}/480.webp`, ...hostile)
  const place = await nightly(freshFolder())
  const { added, strange } = await copyMedia(store, place, 'abcdabcd', now())
  assert.equal(added, 1)
  assert.ok(strange >= hostile.length)
  assert.deepEqual(everything(), ['480.webp'])
  const restored = folderStore(freshFolder())
  let counted = 0
  assert.equal(await copyKey(store, restored, key, () => void counted++), true)
  assert.deepEqual([counted, everything()], [hostile.length, ['480.webp', '480.webp']])
  server.lies.by = undefined
})

test('only objects listed below our key are deleted from the bucket', async () => {
  server.lies.by = listing(`${key}/480.webp`, 'other/secret', `${key}/../other/secret`)
  const before = server.asked.length
  await store.remove(key)
  const asked = server.asked.slice(before).filter(one => one.startsWith('DELETE'))
  assert.deepEqual(asked, [`DELETE /mairie/${key}/480.webp`])
  server.lies.by = undefined
})

test('a picture of terabytes is not taken', async () => {
  const to = folderStore(freshFolder())
  const list = listing(`${key}/480.webp`)
  server.lies.by = (request, response) => {
    if (request.url?.includes('list-type')) return list(request, response)
    response.writeHead(200, { 'content-length': LONGEST_FILE + 1 }).write('x')
    return true
  }
  await assert.rejects(copyKey(store, to, key), { code: 'unavailable' })
  assert.deepEqual(await Array.fromAsync(to.keys()), [])
  server.lies.by = undefined
})

test('a note that was forged is begun anew, and no copy goes by it', async () => {
  const folder = freshFolder()
  const place = await nightly(folder)
  const copies = place.media('abcdabcd')
  await copies.put(key, '480.webp', Buffer.from('the picture'))
  const none = folderStore(freshFolder())
  const today = new Date().toISOString().slice(0, 10)
  for (const forged of [
    'null',
    '[]',
    '5',
    '"x"',
    '{"a":',
    JSON.stringify({ [key]: 5, '../x': '2020-01-01' }),
  ]) {
    await place.writeNote(mediaNote('abcdabcd'), forged)
    assert.equal((await copyMedia(none, place, 'abcdabcd', now())).removed, 0, forged)
    assert.deepEqual(JSON.parse(readFileSync(join(folder, mediaNote('abcdabcd')), 'utf8')), { [key]: today })
  }
})
