import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { folderStore } from './folder-store.ts'

const around = mkdtempSync(join(tmpdir(), 'parvis-folder-store-'))
after(() => rmSync(around, { recursive: true }))
const folder = join(around, 'store')
mkdirSync(folder)
const store = folderStore(folder)
const key = 'ab'.repeat(20)

test('no key and no name leads out of the folder, whatever is done with it', async () => {
  writeFileSync(join(around, 'secret'), 'not a picture')
  const hostile = [
    [key, '../../../secret'],
    [key, '../../../../escaped/authorized_keys'],
    [key, '.bashrc'],
    [key, '480.webp/../../x'],
    [key, '480.webp\u0000'],
    [key, ''],
    ['../../secret', '480.webp'],
    [`${key}/../../x`, '480.webp'],
    ['', '480.webp'],
    [key.toUpperCase(), '480.webp'],
  ] as const
  const refusal = /^Error: This is no name of a picture or document\.$/
  for (const [its, name] of hostile) {
    await assert.rejects(store.put(its, name, Buffer.from('evil')), refusal)
    await assert.rejects(store.read(its, name), refusal)
    await assert.rejects(store.size(its, name), refusal)
  }
  for (const its of ['..', '.', '', `../store/${key}`, `${key}/..`]) {
    await assert.rejects(store.remove(its), refusal)
    await assert.rejects(Array.fromAsync(store.names(its)), refusal)
  }
  assert.deepEqual(readdirSync(around).sort(), ['secret', 'store'])
  assert.deepEqual(readdirSync(folder), [])
})

test('files that are none of ours are counted, and neither listed nor read; a pipe is not waited for', async () => {
  await store.put(key, '480.webp', Buffer.from('the picture'))
  const shelf = join(folder, 'ab')
  for (const name of ['authorized_keys', '480.webp.bak']) writeFileSync(join(shelf, key, name), 'other')
  writeFileSync(join(shelf, key, '480.webp.0b5ce4a1.part'), 'being written')
  for (const other of ['not-a-key', `cd${key.slice(2)}`]) mkdirSync(join(shelf, other))
  let strange = 0
  const count = () => void strange++
  assert.deepEqual(await Array.fromAsync(store.names(key, count)), ['480.webp'])
  assert.equal(strange, 2)
  const keys = await Array.fromAsync(store.keys(count))
  assert.deepEqual(
    keys.map(({ key: its, bytes }) => [its, bytes]),
    [[key, 'the picture'.length]],
  )
  assert.equal(strange, 6)
  execFileSync('mkfifo', [join(shelf, key, '960.webp')])
  assert.equal(await store.read(key, '960.webp'), undefined)
  mkdirSync(join(shelf, key, '1600.webp'))
  assert.equal(await store.read(key, '1600.webp'), undefined)
  await store.remove(key)
  assert.equal(existsSync(join(shelf, key)), false)
})
