import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { textsFromText, timestampFromText } from './values.ts'

test('timestamps keep their milliseconds and are in UTC', () => {
  assert.equal(timestampFromText('2026-11-20 09:14:19.123456+00'), '2026-11-20T09:14:19.123Z')
  assert.equal(timestampFromText('2026-11-20 09:14:19.1+00'), '2026-11-20T09:14:19.100Z')
  assert.equal(timestampFromText('2026-11-20 09:14:19+00'), '2026-11-20T09:14:19.000Z')
})

test('arrays are parsed like by the driver', () => {
  const byTheDriver: (text: string) => unknown = pg.types.getTypeParser(1009 as number)
  const texts = [
    '{}',
    '{a}',
    '{a,b}',
    '{NULL}',
    '{a,NULL,"NULL"}',
    '{"a, b",c,"","d"}',
    '{"",""}',
    '{"2026-11-20 09:14:19+00",x}',
    ...['{"a \\"b\\"",c}', '{"\\\\"}', '{"{a}",b}', '{{a,b},{c,d}}', '[0:1]={a,b}', '{"},{"}', '{é,"ü, ß"}'],
  ]
  for (const text of texts) assert.deepEqual(textsFromText(text), byTheDriver(text), text)
})
