import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { DAYS, NO_ID, NOWHERE } from '../../../../test/publications/hostile-values.ts'
import { outcome } from '../../../../test/publications/world.ts'
import { tableState } from '../../../../test/table-state.ts'

/** References to other records in a body, and fields that depend on each other: ids, communes, first and last day. */

const app = await startApp()
const office = app.as(await app.user(['admin']))
const owner = await app.user()
const member = app.as(owner, 'public')
const commune = await make.commune(app)
const townHall = await make.mairie(app, commune, owner)
const acteur = await make.acteur(app, commune, { can_publish: true })
await make.member(app, acteur, owner)
await app.owner.query('update users set last_seen_at = now()')

/** Sixty communes, more than one publication may name. */
const zone: string[] = []
for (let at = 0; at < 60; at++) zone.push(await make.commune(app))
for (const one of [acteur, townHall])
  await app.owner.query('insert into acteur_communes (acteur_id, commune_id) select $1, unnest($2::uuid[])', [
    one,
    zone,
  ])
const types: Record<string, string> = Object.fromEntries(
  (await app.owner.query('select slug, id from publication_types')).rows.map(({ slug, id }) => [slug, id]),
)

const row = async (id: string) =>
  (
    await app.owner.query(
      `select *, date_debut::text as date_debut, date_fin::text as date_fin,
              array(select a.commune_id::text from publication_communes a where publication_id = p.id order by 1) as attached
       from publications p where id = $1`,
      [id],
    )
  ).rows[0]

const words = { title: 'Titre', body: 'Texte' }
const create = (fields: object) =>
  member.post('/publications', { ...words, acteur_id: acteur, commune_id: commune, ...fields })
const mairieCreate = (fields: object) =>
  member.post(`/mairie/acteurs/${townHall}/publications`, { ...words, ...fields })
/** A new publication for each edit, so that no edit meets the result of another. */
const edit = async (fields: object, stood: object = {}) =>
  await member.patch(`/publications/${await make.publication(app, acteur, commune, { ...stood })}`, fields)
const WAYS = { create, edit, mairieCreate }

const named = ({ status, body }: Answer) =>
  `${status} ${(body.details ?? []).map(({ path }: { path: string }) => path)}`

for (const [way, send] of Object.entries(WAYS)) {
  test(`${way}: what is no id is refused by its name`, async () => {
    const fields = ['type_id', 'commune_id', ...(way === 'create' ? ['acteur_id'] : [])]
    for (const field of fields)
      for (const value of NO_ID)
        assert.equal(named(await send({ [field]: value })), `422 ${field}`, JSON.stringify(value))
    for (const value of NO_ID)
      assert.match(
        named(await send({ commune_ids: [zone[0], value] })),
        /^422 commune_ids\.1/,
        JSON.stringify(value),
      )
    for (const value of [null, commune, {}, 1, [[commune]], [{ id: commune }]])
      assert.match(
        named(await send({ commune_ids: value })),
        /^422 commune_ids(\.0)?$/,
        JSON.stringify(value),
      )
  })

  test(`${way}: a type or a commune that does not exist is refused by its name`, async () => {
    assert.equal(named(await send({ type_id: NOWHERE })), '422 type_id')
    assert.equal(named(await send({ commune_id: NOWHERE })), '422 commune_id')
    assert.equal(named(await send({ commune_ids: [NOWHERE] })), '422 commune_ids')
  })

  test(`${way}: an id in capitals is the same id, and is kept in one spelling`, async () => {
    const { status, body } = await send({
      type_id: types.alerte?.toUpperCase(),
      commune_id: commune.toUpperCase(),
      commune_ids: [zone[0]?.toUpperCase()],
      ...(way === 'create' && { acteur_id: acteur.toUpperCase() }),
    })
    assert.ok(status < 300)
    const { type_id, commune_id, commune_ids, attached } = await row(body.data.id)
    assert.deepEqual(
      [type_id, commune_id, commune_ids, attached],
      [types.alerte, commune, [commune, zone[0]], [zone[0]]],
    )
  })

  test(`${way}: fifty communes and no more, each of them once, its own first`, async () => {
    for (const [given, kept] of [
      [zone.slice(0, 50), [commune, ...zone.slice(0, 50)]],
      [
        [commune, ...zone.slice(0, 49)],
        [commune, ...zone.slice(0, 49)],
      ],
      [[], [commune]],
      [[commune], [commune]],
      [
        [zone[1], zone[1], zone[1]?.toUpperCase(), commune, zone[0]],
        [commune, zone[1], zone[0]],
      ],
    ] as const) {
      const { status, body } = await send({ commune_ids: given })
      assert.ok(status < 300, JSON.stringify(body))
      const { commune_ids, attached } = await row(body.data.id)
      assert.deepEqual(commune_ids, kept)
      assert.deepEqual(attached, kept.slice(1).toSorted())
    }
    assert.equal(named(await send({ commune_ids: zone.slice(0, 51) })), '422 commune_ids')
    assert.equal(named(await send({ commune_ids: Array(51).fill(zone[0]) })), '422 commune_ids')
    assert.equal(named(await send({ commune_ids: Array(5_000).fill(NOWHERE) })), '422 commune_ids')
  })

  test(`${way}: it ends no sooner than it begins`, async () => {
    const day = { date_debut: '2026-06-15' }
    for (const date_fin of DAYS.refused)
      assert.equal(named(await send({ ...day, date_fin })), '422 date_fin', JSON.stringify(date_fin))
    for (const date_fin of ['2026-06-14', '1900-01-01', '2025-06-16'])
      assert.equal(named(await send({ ...day, date_fin })), '422 date_fin')
    for (const date_fin of ['2026-06-15', '2026-06-16', '2200-12-31', null]) {
      const { status, body } = await send({ ...day, date_fin })
      assert.ok(status < 300)
      const kept = await row(body.data.id)
      assert.deepEqual([kept.date_debut, kept.date_fin], ['2026-06-15', date_fin])
    }
    assert.match(named(await send({ date_fin: '2026-06-15' })), /^422 date_/)
  })
}

test('edit: one day is held against the other that stands', async () => {
  const stood = { date_debut: '2026-06-15', date_fin: '2026-06-20' }
  assert.equal(named(await edit({ date_fin: '2026-06-14' }, stood)), '422 date_fin')
  assert.match(named(await edit({ date_debut: '2026-06-21' }, stood)), /^422 date_/)
  assert.match(named(await edit({ date_debut: null }, stood)), /^422 date_/)
  for (const fields of [
    { date_debut: '2026-06-20' },
    { date_fin: null },
    { date_debut: null, date_fin: null },
    { date_debut: '2027-01-01', date_fin: '2027-01-01' },
  ])
    assert.equal((await edit(fields, stood)).status, 200, JSON.stringify(fields))
})

test('edit: another commune of its own takes the place of the first; with fifty others it still fits', async () => {
  const { body } = await create({ commune_ids: zone.slice(0, 50) })
  const { id } = body.data
  const move = async (fields: object) => {
    assert.equal((await member.patch(`/publications/${id}`, fields)).status, 200)
    return (await row(id)).commune_ids
  }
  assert.deepEqual(await move({ commune_id: zone[55] }), [zone[55], ...zone.slice(0, 50)])
  assert.deepEqual(await move({ commune_id: zone[0] }), zone.slice(0, 50))
  assert.deepEqual(await move({ commune_ids: [] }), [zone[0]])
})

test('edit: nothing named is refused', async () => {
  assert.equal(outcome(await edit({})), '422 validation_failed')
})

test('an invalid id in a path is 404, and an id in capitals finds the same record', async () => {
  const id = await make.publication(app, acteur, commune)
  const before = await tableState(app.owner)
  const paths = [
    'x',
    '1',
    `${id}x`,
    id.slice(1),
    `{${id}}`,
    id.replaceAll('-', ''),
    '%00',
    `${id}%00`,
    '%27%20or%201=1',
    '..%2f..',
    '%f0%9f%8e%89',
    'null',
    'a'.repeat(90),
    NOWHERE,
  ]
  for (const path of paths)
    for (const [by, method, at, body] of [
      [member, 'PATCH', `/publications/${path}`, { title: 'x' }],
      [member, 'DELETE', `/publications/${path}`, {}],
      [member, 'PATCH', `/publications/${path}/moderate`, { moderation_status: 'pending' }],
      [app.anyone, 'POST', `/publications/${path}/report`, { reason: 'spam' }],
      [
        member,
        'PATCH',
        `/mairie/acteurs/${townHall}/publications/${path}/moderate`,
        { moderation_status: 'pending' },
      ],
      [office, 'PATCH', `/admin/publications/${path}/moderate`, { moderation_status: 'pending' }],
      [office, 'PATCH', `/admin/publications/${path}/valide`, {}],
      [office, 'PATCH', `/admin/publications/${path}/feature`, { en_avant: false }],
      [office, 'PATCH', `/admin/publications/${path}/restore`, {}],
      [office, 'DELETE', `/admin/publications/${path}`, {}],
      [office, 'POST', `/admin/operations/${path}/undo`, {}],
    ] as const)
      assert.match(outcome(await by.send(method, at, body)), /^404 not_found$/, `${method} ${at}`)
  assert.deepEqual(await tableState(app.owner), before)
  assert.equal(
    (await member.patch(`/publications/${id.toUpperCase()}`, { title: 'Neuf' })).body.data.title,
    'Neuf',
  )
})
