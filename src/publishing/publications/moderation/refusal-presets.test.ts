import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_moderation']))
const path = '/admin/refusal-presets'
const prepare = (reason_code: string, body: string) => office.post(path, { reason_code, body })

test('refusal presets are created, listed by reason, changed and deleted', async () => {
  const [spam, other] = [
    (await prepare('spam', 'Canari publicité')).body.data,
    (await prepare('other', 'Autre')).body.data,
  ]
  const listed = async (query: string) =>
    (await office.get(`${path}${query}`)).body.data.map((one: { id: string }) => one.id)
  assert.deepEqual(await listed(''), [spam.id, other.id])
  assert.deepEqual(await listed('?reason_code=spam'), [spam.id])
  const [one, two] = await Promise.all([prepare('spam', 'Deux fois'), prepare('spam', 'Deux fois')])
  assert.deepEqual([one.status, two.status].sort(), [201, 409])
  assert.equal((await prepare('other', 'Deux fois')).status, 201, 'for another reason it is another')
  const change = (body: object, version: number) =>
    office.patch(`${path}/${spam.id}`, body, { headers: { 'if-match': `"${version}"` } })
  const both = await Promise.all([
    change({ body: 'Canari une' }, spam.version),
    change({ body: 'Canari deux' }, spam.version),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
  assert.equal((await change({ body: 'Deux fois' }, spam.version + 1)).body.error, 'conflict')
  assert.equal((await office.delete(`${path}/${spam.id}`)).status, 200)
  assert.deepEqual(await listed('?reason_code=spam&per_page=1'), [
    (one.status === 201 ? one : two).body.data.id,
  ])
  const trail = await make.auditOf(app, spam.id)
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['refusal_preset.created', 'refusal_preset.updated', 'refusal_preset.deleted'],
  )
  assert.ok(!JSON.stringify(trail).includes('Canari'))
})
