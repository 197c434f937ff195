import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'

const lines: string[] = []
const app = await startApp({ log: line => lines.push(line) })
const crash = () => ({
  reference: crypto.randomUUID(),
  name: 'TypeError',
  frames: ['assets/desk-Bx3k9.js:1:20417', 'assets/base-9.js:40:2'],
  screen: '/communes/$id',
  part: 'item',
  version: '0.4.0-dev',
})
const told = (reference: string) =>
  lines.filter(line => line.includes(reference)).map(line => JSON.parse(line) as Record<string, unknown>)

test('a browser crash is one log line with the reference, and nothing is stored', async () => {
  const sent = crash()
  const { status, body } = await app.anyone.post('/crashes', sent)
  assert.deepEqual([status, body], [200, { data: { reference: sent.reference } }])
  const { time, ...line } = told(sent.reference)[0] ?? assert.fail('there is a line')
  const { name: error, ...others } = sent
  assert.deepEqual(line, { ...others, error, level: 'warn', msg: 'back-office crashed in a browser' })
  assert.ok(time)
})

test('fields that could contain user input are refused and not logged', async () => {
  for (const wrong of [
    { name: 'Error: Jeanne Dupré' },
    { name: 'x'.repeat(41) },
    { message: 'Jeanne Dupré' },
    { frames: ['at Jeanne (assets/desk.js:1:2)'] },
    { frames: ['assets/../secret.js:1:2 Jeanne'] },
    { frames: ['assets/desk.js?q=jeanne:1:2'] },
    { frames: Array.from({ length: 16 }, () => 'assets/desk.js:1:2') },
    { screen: '/communes?q=jeanne' },
    { screen: '/communes/01985e2c-7d4a-7c3e-9b1f-4a6d2e8c0f17' },
    { screen: 'jeanne@example.org' },
    { part: 'Jeanne Dupré' },
    { version: 'jeanne' },
    { reference: 'jeanne' },
    { name: null },
    { frames: { length: 3 } },
  ]) {
    const { status, body } = await app.anyone.post('/crashes', { ...crash(), ...wrong })
    assert.deepEqual([status, body.error], [422, 'validation_failed'], JSON.stringify(wrong))
  }
  assert.deepEqual(
    lines.filter(line => /jeanne/i.test(line)),
    [],
  )
})

test('a body of more than four kilobytes is refused', async () => {
  const { status, body } = await app.anyone.post('/crashes', undefined, {
    raw: `${' '.repeat(4_100)}${JSON.stringify(crash())}`,
  })
  assert.deepEqual([status, body.error], [413, 'payload_too_large'])
})

test('a client network can report thirty crashes an hour', async () => {
  const strict = await startApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const statuses: number[] = []
  for (let n = 0; n < 31; n++) statuses.push((await strict.anyone.post('/crashes', crash())).status)
  assert.deepEqual(statuses, [...Array(30).fill(200), 429])
})
