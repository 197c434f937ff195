import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textIn } from './file-text.ts'

const of = (...bytes: readonly (number | string)[]) =>
  textIn(new Blob(bytes.map(one => (typeof one === 'string' ? one : new Uint8Array([one])))))

test('a CSV is read as any spreadsheet saves it; a workbook is named as one', async () => {
  assert.deepEqual(await of('Numéro;Objet'), { text: 'Numéro;Objet' })
  assert.deepEqual(await of(0xef, 0xbb, 0xbf, 'Numéro'), { text: 'Numéro' })
  assert.deepEqual(await of('Num', 0xe9, 'ro'), { text: 'Numéro' })
  assert.deepEqual(await of(0xff, 0xfe, 'N\0', 0xba, 0), { text: 'Nº' })
  assert.deepEqual(await of(), { why: 'empty' })
  assert.deepEqual(await of('PK', 3, 4), { why: 'workbook' })
  assert.deepEqual(await of(0xd0, 0xcf, 0x11, 0xe0), { why: 'workbook' })
  assert.deepEqual(await of('a'.repeat(2_000_001)), { why: 'long' })
})
