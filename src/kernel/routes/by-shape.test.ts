import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import {
  about,
  Data,
  Day,
  Email,
  Id,
  Link,
  List,
  Nullable,
  Obj,
  Optional,
  Patch,
  Text,
  Timestamp,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { startApp } from '../../../test/app.ts'
import { anybody } from '../../people/access/blocks.ts'
import { write } from './action.ts'
import { idsLowered, paramsReader } from './by-shape.ts'
import { checkFor } from './check.ts'
import { act } from './route.ts'

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

test('messages about invalid values can be shown beside their fields', async () => {
  const shape = Obj({
    day: Day,
    at: Timestamp,
    link: Nullable(Link),
    n: Type.Integer(),
    to: Email,
    ids: List(Id),
  })
  const wrong = {
    day: '2026-02-29',
    at: '2026-07-14T18:30:00',
    link: 'javascript:1',
    n: '1',
    to: 'x',
    ids: [1, 'x'],
  }
  const said = Object.fromEntries(checkFor(shape)(wrong).map(({ path, fr, en }) => [path, `${fr} · ${en}`]))
  assert.match(said.day ?? '', /^attend un jour du calendrier, de 1900 à 2200 : AAAA-MM-JJ · takes a day/)
  assert.match(said.at ?? '', /^attend un instant avec son fuseau.* · takes an instant with its time zone/)
  assert.match(said.link ?? '', /^n’est pas une adresse web.* · is not an address on the web/)
  assert.equal(said.n, 'doit être un nombre entier · must be a whole number')
  assert.equal(said.to, 'n’est pas une adresse électronique · is not an e-mail address')
  assert.equal(said['ids.0'], 'doit être un texte · must be a text')
  assert.equal(said['ids.1'], 'n’est pas un identifiant · is not an id')
  assert.equal(checkFor(Obj({ link: Nullable(Link) }))({ link: 1 })[0]?.fr, 'doit être un texte ou null')
})

test('a body without ids is not walked through', () => {
  const Words = Obj({ words: List(Obj({ text: Text(50), lines: List(Text(50)) }), 10_000) })
  assert.equal(idsLowered(Words), undefined)
  assert.notEqual(idsLowered(Obj({ words: Words, id: Id })), undefined)
})

test('a text in a path that PostgreSQL cannot hold names nothing', () => {
  const read = paramsReader(Obj({ name: Text(50) }))
  assert.deepEqual(read({ name: 'place.fr' }), { name: 'place.fr' })
  for (const name of ['\0', 'a\0.fr', '\ud800']) assert.throws(() => read({ name }), { code: 'not_found' })
})
