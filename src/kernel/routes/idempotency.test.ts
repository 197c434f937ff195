import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const operator = await app.user(['operator_communes'])
const other = await app.user(['operator_communes'])
const office = app.as(operator)
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
const count = async (nom: string) =>
  (await app.owner.query('select count(*)::int as n from communes where nom = $1', [nom])).rows[0].n

test('the same key and body: the first answer again, and nothing is done twice', async () => {
  const first = await office.post('/admin/communes', { nom: 'Une fois' }, withKey('k-1'))
  const second = await office.post('/admin/communes', { nom: 'Une fois' }, withKey('k-1'))
  assert.deepEqual([second.status, second.body], [201, first.body])
  assert.deepEqual(
    [first, second].map(({ headers }) => headers.get('idempotent-replayed')),
    [null, 'true'],
  )
  assert.equal(await count('Une fois'), 1)
})

test('a change that is sent again is not done twice, even after another one', async () => {
  const { data } = (await office.post('/admin/communes', { nom: 'Avant' })).body
  const path = `/admin/communes/${data.id}`
  const first = await office.patch(path, { nom: 'Après' }, withKey('k-patch'))
  assert.equal((await office.patch(path, { nom: 'Enfin' })).status, 200)
  const again = await office.patch(path, { nom: 'Après' }, withKey('k-patch'))
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.equal((await office.get(path)).body.data.nom, 'Enfin')
  const other = await office.patch(path, { nom: 'Encore' }, withKey('k-patch'))
  assert.equal(`${other.status} ${other.body.error}`, '422 idempotency_key_reused')
})

test('a decision sent ten times at once is one operation, and is audited once', async () => {
  const moderator = app.as(await app.user(['operator_moderation']))
  const id = await make.publication(app, null, await make.commune(app), {
    moderation_status: 'pending',
    valide: false,
  })
  const decide = () =>
    moderator.patch(
      `/admin/publications/${id}/moderate`,
      { moderation_status: 'published' },
      withKey('k-decision'),
    )
  const answers = [...(await Promise.all(Array.from({ length: 10 }, decide))), await decide()]
  const done = answers.filter(({ status }) => status === 200)
  assert.equal(new Set(done.map(({ body }) => body.meta.operation_id)).size, 1)
  for (const { status, body } of answers)
    assert.ok(status === 200 || body.error === 'request_in_progress', `${status} ${body.error}`)
  const decided = (await make.auditOf(app, id)).filter(({ action }) => action === 'publication.moderated')
  assert.equal(decided.length, 1)
})

test('another body or another address under the same key is refused', async () => {
  await office.post('/admin/communes', { nom: 'Clé' }, withKey('k-2'))
  const { status, body } = await office.post('/admin/communes', { nom: 'Autre' }, withKey('k-2'))
  assert.equal(`${status} ${body.error}`, '422 idempotency_key_reused')
})

test('keys of two people never meet', async () => {
  assert.equal((await office.post('/admin/communes', { nom: 'De une' }, withKey('k-3'))).status, 201)
  assert.equal((await app.as(other).post('/admin/communes', { nom: 'De deux' }, withKey('k-3'))).status, 201)
})

test('a refusal is not remembered: what was mended may be sent again', async () => {
  assert.equal(
    (await office.post('/admin/communes', { nom: 'Mendée', slug: 'X' }, withKey('k-4'))).status,
    422,
  )
  assert.equal((await office.post('/admin/communes', { nom: 'Mendée' }, withKey('k-4'))).status, 201)
})

test('fifty at once under one key: one does it, the others hear its answer or that it still runs', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => office.post('/admin/communes', { nom: 'Cinquante' }, withKey('k-5'))),
  )
  assert.equal(await count('Cinquante'), 1)
  const kinds = new Set(answers.map(({ status, body }) => `${status} ${body.error ?? body.data.slug}`))
  for (const kind of kinds) assert.ok(['201 cinquante', '409 request_in_progress'].includes(kind), kind)
  assert.ok(kinds.has('201 cinquante'))
})

test('while the first still runs, the second is told so at once', async () => {
  // Our uncommitted row blocks the first request in the middle of its transaction.
  await app.owner.query('begin')
  await app.owner.query(`insert into communes (slug, nom) values ('lente', 'Tenue')`)
  const first = office.post('/admin/communes', { nom: 'Lente', slug: 'lente' }, withKey('k-6'))
  await eventually(
    async () =>
      (
        await app.owner.query(`select from pg_locks where locktype = 'advisory' and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())`)
      ).rowCount,
    'the first request holding its key',
  )
  const second = await office.post('/admin/communes', { nom: 'Lente', slug: 'lente' }, withKey('k-6'))
  assert.equal(`${second.status} ${second.body.error}`, '409 request_in_progress')
  assert.equal(second.headers.get('retry-after'), '1')
  await app.owner.query('rollback')
  assert.equal((await first).status, 201)
  const third = await office.post('/admin/communes', { nom: 'Lente', slug: 'lente' }, withKey('k-6'))
  assert.deepEqual(third.body, (await first).body)
})

test('after 24 hours the key is free again', async () => {
  await office.post('/admin/communes', { nom: 'Hier' }, withKey('k-7'))
  await app.owner.query(
    `update idempotency_keys set created_at = now() - interval '25 hours' where key = 'k-7'`,
  )
  assert.equal((await office.post('/admin/communes', { nom: "Aujourd'hui" }, withKey('k-7'))).status, 201)
})

test('a key that is no key is refused by name', async () => {
  for (const key of ['with space', 'é', 'x'.repeat(256)]) {
    const answer = await office.post(
      '/admin/communes',
      { nom: 'Clé' },
      withKey(encodeURI(key) === key ? key : 'a b'),
    )
    assert.deepEqual([answer.status, answer.body.details[0].path], [422, 'Idempotency-Key'])
  }
})
