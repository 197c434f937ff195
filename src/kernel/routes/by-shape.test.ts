import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { startApp } from '../../../test/app.ts'
import { anybody } from '../../access/blocks.ts'
import { write } from './action.ts'
import { idsLowered } from './by-shape.ts'
import { act } from './route.ts'
import { about, Data, Id, List, Nullable, Obj, Optional, Patch, Text } from './shapes.ts'
import { Type } from './type.ts'

const Place = Obj({ id: Id, name: Optional(Text(50)) })
const Sent = Patch({
  id: Id,
  absent: Id,
  none: Nullable(Id),
  some: about('With words of its own', Nullable(Id)),
  ids: List(Id, 10),
  place: Obj({ within: Place, ids: List(Id, 10) }),
  places: List(Place, 10),
  text: Text(50),
})
const seen: Static<typeof Sent>[] = []
const app = await startApp({
  rows: anybody([
    act(
      '/test/bodies',
      write({
        summary: 'For the tests',
        body: Sent,
        reply: Data(Obj({ ok: Type.Boolean() })),
        async run({ body }) {
          seen.push(body)
          return { data: { ok: true } }
        },
      }),
      { silent: 'a row of the tests' },
    ),
  ]),
})

test('an id of a body reaches the action in lower case, wherever the shape has it, and a text as it was sent', async () => {
  const [one, two] = ['0A985E2C-7D4A-7C3E-9B1F-4A6D2E8C0F1B', '0b985E2C-7D4A-7C3E-9B1F-4A6D2E8C0F1b']
  const sent = (first: string, second: string) => ({
    id: first,
    none: null,
    some: second,
    ids: [first, second],
    place: { within: { id: second, name: one }, ids: [first] },
    places: [{ id: first }, { id: second, name: 'Mixed Case' }],
    text: one,
  })
  assert.equal((await app.anyone.post('/test/bodies', sent(one, two))).status, 200)
  assert.deepEqual(seen, [sent(one.toLowerCase(), two.toLowerCase())])
})

test('the same request with its ids in another case is the same under its Idempotency-Key', async () => {
  const send = (id: string) =>
    app.anyone.post('/test/bodies', { id }, { headers: { 'idempotency-key': 'same' } })
  const id = '0c985e2c-7d4a-7c3e-9b1f-4a6d2e8c0f1c'
  const before = seen.length
  assert.deepEqual([(await send(id)).status, (await send(id.toUpperCase())).status], [200, 200])
  assert.equal(seen.length, before + 1)
})

test('a body without ids is not walked through', () => {
  const Words = Obj({ words: List(Obj({ text: Text(50), lines: List(Text(50)) }), 10_000) })
  assert.equal(idsLowered(Words), undefined)
  assert.notEqual(idsLowered(Obj({ words: Words, id: Id })), undefined)
})
