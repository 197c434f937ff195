import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { enter } from '../../foundation/nodes.ts'
import { placeMark } from '../../media/place-mark.ts'
import { storeOf } from '../../media/which-store.ts'
import { mediaOfAll } from './media.ts'

const app = await startApp()
const folders = ['a', 'b'].map(name => mkdtempSync(join(tmpdir(), `parvis-media-${name}-`)))
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})
const [mine = '', others = ''] = folders
const bucket = (name: string) =>
  ({
    dataDir: mine,
    mediaBucket: { endpoint: 'https://s3.example.fr', region: 'fr', bucket: name, prefix: '' } as never,
  }) as const

test('nodes that keep pictures in a folder each are found; those that share a folder or a bucket are not', async () => {
  const { db } = app.service
  const store = storeOf({ dataDir: mine, mediaBucket: undefined })
  const look = () => mediaOfAll(store, db)
  const own = { process: 'web', version: '1', address: () => undefined, working: () => false } as const
  /** Each process has its own row: another node name simulates another node. */
  const come = async (name: string, place: Parameters<typeof placeMark>[0]) => {
    const presence = await enter(db, { ...own, media: () => placeMark(place) })
    await app.owner.query(`update nodes set node = $1 where node not like 'node%'`, [`node ${name}`])
    await presence.leave()
  }
  await app.owner.query('delete from nodes')
  const folder = (dataDir: string) => ({ dataDir, mediaBucket: undefined })
  await come('1', folder(mine))
  await come('2', folder(mine))
  assert.deepEqual((await look()).state, 'ok')

  await come('3', folder(others))
  const { state, says, explanation } = await look()
  assert.deepEqual([state, explanation.code, explanation.params], ['wrong', 'media_apart', { n: 2 }])
  assert.match(says, /MEDIA_S3_…/)

  // Silent for longer than the limit: an emptyDir that was deleted with its pod.
  await app.owner.query(`update nodes set seen_at = now() - interval '3 minutes' where node = 'node 3'`)
  assert.equal((await look()).state, 'ok')

  await app.owner.query('delete from nodes')
  await come('1', bucket('one'))
  await come('2', { ...bucket('one'), dataDir: others })
  assert.equal((await look()).state, 'ok')
  await come('3', bucket('two'))
  assert.equal((await look()).explanation.code, 'media_apart')
  await app.owner.query('delete from nodes')
  // A node of an older version, and one whose folder is not writable.
  await app.owner.query(`insert into nodes (node, process, version) values ('node old', 'web', '0.3.0')`)
  await come('4', folder('/proc/nowhere'))
  await come('5', folder(mine))
  assert.equal((await look()).state, 'ok')
})

test('a folder keeps its mark, whoever comes first', async () => {
  const both = await Promise.all(
    Array.from({ length: 8 }, () => placeMark({ dataDir: others, mediaBucket: undefined })),
  )
  assert.equal(new Set(both).size, 1)
  assert.match(both[0] ?? '', /^folder [0-9a-f-]{36}$/)
  const store = storeOf({ dataDir: others, mediaBucket: undefined })
  assert.deepEqual(await Array.fromAsync(store.keys()), [], 'it is no file of anybody')
  writeFileSync(join(others, 'media', '.place'), 'x'.repeat(10_000))
  assert.equal(await placeMark({ dataDir: others, mediaBucket: undefined }), undefined)
})
