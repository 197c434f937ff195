import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_claims']))
const commune = await make.commune(app)
const acteur = () => make.acteur(app, commune)
const trail = async (id: string) =>
  (await make.auditOf(app, id)).map(({ action, before, after }) => ({ action, before, after }))

/** Each switch, on and off, with what it changes and what the trail keeps. */
const SWITCHES = [
  ['PATCH', 'validate', undefined, { valide: true }, 'acteur.validated'],
  ['PATCH', 'validate', { valide: true }, { valide: true }, 'acteur.validated'],
  ['PATCH', 'badge', { badge: 'partenaire' }, { badge: 'partenaire' }, 'acteur.badge_set'],
  ['PATCH', 'active', { active: false }, { active: false }, 'acteur.active_set'],
  ['POST', 'can-publish', { can_publish: true }, { can_publish: true }, 'acteur.can_publish_set'],
] as const
const OFF = {
  validate: { valide: false },
  badge: { badge: null },
  active: { active: true },
  'can-publish': { can_publish: false },
} as const

for (const [method, path, body, after, action] of SWITCHES)
  test(`${path} ${JSON.stringify(body)}: answered with the record, traced once, and taken back`, async () => {
    const id = await acteur()
    const before = (await office.get(`/admin/acteurs/${id}`)).body.data
    for (let twice = 0; twice < 2; twice++) {
      const on = await office.send(method, `/admin/acteurs/${id}/${path}`, body)
      const { version, updated_at, valide_le, ...rest } = on.body.data
      const { version: _, updated_at: __, valide_le: ___, ...was } = before
      assert.deepEqual([on.status, rest, version], [200, { ...was, ...after }, 2])
      assert.equal(valide_le !== null, 'valide' in after)
    }
    const off = await office.send(method, `/admin/acteurs/${id}/${path}`, OFF[path])
    const { version, updated_at, ...rest } = off.body.data
    const { version: _, updated_at: __, ...was } = before
    assert.deepEqual([off.status, rest, version], [200, was, 3])
    const opposite = OFF[path]
    assert.deepEqual(await trail(id), [
      { action, before: opposite, after },
      { action, before: after, after: opposite },
    ])
  })

test('when it was validated stays, however often that is repeated', async () => {
  const id = await acteur()
  const first = (await office.patch(`/admin/acteurs/${id}/validate`)).body.data.valide_le
  assert.equal((await office.patch(`/admin/acteurs/${id}/validate`)).body.data.valide_le, first)
})

test('fifty who flip the same switch at once leave one trace, and of two ways each change is traced', async () => {
  const id = await acteur()
  const grant = (can_publish: boolean) => office.post(`/admin/acteurs/${id}/can-publish`, { can_publish })
  const answers = await Promise.all(Array.from({ length: 50 }, () => grant(true)))
  assert.ok(answers.every(({ status, body }) => status === 200 && body.data.version === 2))
  assert.equal((await trail(id)).length, 1)
  await Promise.all(Array.from({ length: 50 }, (_, at) => grant(at % 2 === 0)))
  const entries = await trail(id)
  for (const [at, { before, after }] of entries.entries()) {
    assert.notEqual(before.can_publish, after.can_publish)
    assert.equal(before.can_publish, at % 2 === 1, 'each begins where the one before it ended')
  }
  const { can_publish, version } = (await office.get(`/admin/acteurs/${id}`)).body.data
  assert.deepEqual([can_publish, version], [entries.at(-1)?.after.can_publish, entries.length + 1])
})

test('the right to publish counts from the next publication on, granted and revoked', async () => {
  const id = await acteur()
  const user = await app.user()
  await make.member(app, id, user)
  const publish = async () => {
    const words = { title: 'Titre', body: 'Texte', acteur_id: id, commune_id: commune }
    const { body } = await app.as(user, 'public').post('/publications', words)
    return body.data
  }
  assert.equal((await publish()).status, 'pending')
  await office.post(`/admin/acteurs/${id}/can-publish`, { can_publish: true })
  const live = await publish()
  assert.equal(live.status, 'published')
  await office.post(`/admin/acteurs/${id}/can-publish`, { can_publish: false })
  assert.equal((await publish()).status, 'pending')
  assert.equal((await app.anyone.get(`/publications/${live.id}`)).status, 200, 'what was published stays')
})

test('inactive, it is found by nobody and publishes nothing; what it published stays', async () => {
  const id = await acteur()
  const user = await app.user()
  await make.member(app, id, user)
  const live = await make.publication(app, id, commune)
  await office.patch(`/admin/acteurs/${id}/active`, { active: false })
  assert.equal((await app.anyone.get(`/acteurs/${id}`)).status, 404)
  assert.equal((await app.anyone.get(`/publications/${live}`)).status, 200)
  assert.equal((await office.get(`/admin/acteurs/${id}`)).status, 200)
  const words = { title: 'Titre', body: 'Texte', acteur_id: id, commune_id: commune }
  assert.equal((await app.as(user, 'public').post('/publications', words)).status, 403)
  await office.patch(`/admin/acteurs/${id}/active`, { active: true })
  assert.equal((await app.anyone.get(`/acteurs/${id}`)).status, 200)
})

test('invalid values are named', async () => {
  const id = await acteur()
  for (const [method, path, body, wrong] of [
    ['PATCH', 'validate', { valide: 'oui' }, 'valide'],
    ['PATCH', 'validate', { badge: null }, 'badge'],
    ['PATCH', 'badge', {}, 'badge'],
    ['PATCH', 'badge', { badge: 'or' }, 'badge'],
    ['PATCH', 'active', {}, 'active'],
    ['PATCH', 'active', { active: null }, 'active'],
    ['POST', 'can-publish', {}, 'can_publish'],
    ['POST', 'can-publish', { can_publish: 1 }, 'can_publish'],
  ] as const) {
    const answer = await office.send(method, `/admin/acteurs/${id}/${path}`, body)
    assert.deepEqual([answer.status, answer.body.details[0].path], [422, wrong], path)
  }
  assert.deepEqual(await trail(id), [])
})
