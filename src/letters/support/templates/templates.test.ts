import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'

const app = await startApp()
const operator = await app.user(['operator_support'])
await app.owner.query(`update users set nom = 'Anne Le Goff' where id = $1`, [operator.id])
const office = app.as(operator)
const path = '/admin/reply-templates'
const prepare = async (nom: string, body = 'Bonjour') => (await office.post(path, { nom, body })).body.data

test('prepared, listed by name, changed and thrown away; the trail has its name, not its words', async () => {
  const [zoo, adresse] = [await prepare('Zoo', 'Canari un'), await prepare('adresse')]
  const { data, meta } = (await office.get(path)).body
  assert.deepEqual([data.map((one: { id: string }) => one.id), meta.total], [[adresse.id, zoo.id], 2])
  const change = (body: object, version: number) =>
    office.patch(`${path}/${zoo.id}`, body, { headers: { 'if-match': `"${version}"` } })
  const both = await Promise.all([
    change({ body: 'Canari deux' }, zoo.version),
    change({ body: 'Canari trois' }, zoo.version),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
  assert.equal((await office.delete(`${path}/${zoo.id}`)).status, 200)
  assert.equal((await office.delete(`${path}/${zoo.id}`)).status, 404)
  const trail = await make.auditOf(app, zoo.id)
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['reply_template.created', 'reply_template.updated', 'reply_template.deleted'],
  )
  assert.ok(!JSON.stringify(trail).includes('Canari'))
})

test('of two concurrent templates with the same name in other letter case, one is refused', async () => {
  const both = await Promise.all([
    office.post(path, { nom: 'Horaires', body: 'A' }),
    office.post(path, { nom: 'HORAIRES', body: 'B' }),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
  assert.equal(both.find(({ status }) => status === 409)?.body.details[0].path, 'nom')
})

test('a variable that is unknown is refused by name, with those that are known', async () => {
  for (const body of ['Bonjour {{prenom}}', '{{ Nom }}', '{{}}', '{{nom}} {{x.y}}']) {
    const { status, body: refused } = await office.post(path, { nom: `R ${body}`, body })
    assert.deepEqual([status, refused.details?.[0].path], [422, 'body'], body)
    assert.match(refused.details[0].message, /\{\{nom\}\}, \{\{sujet\}\}, \{\{commune\}\}, \{\{agent\}\}/)
  }
  const made = await prepare('Sans accolades', 'a { b } {c} }} {{')
  assert.equal((await office.patch(`${path}/${made.id}`, { body: '{{toto}}' })).status, 422)
})

test('in a conversation it bears its names; what has no value is left, and no such answer leaves', async () => {
  const made = await prepare('Complète', 'Bonjour {{nom}}, {{ sujet }}, {{commune}} — {{agent}}')
  const filledIn = async (thread: string) =>
    (await office.get(`/admin/messages/threads/${thread}/reply-templates`)).body.data.find(
      (one: { id: string }) => one.id === made.id,
    ).body
  const member = await app.user()
  const [here, there] = [
    await make.commune(app, { nom: 'Mairieville' }),
    await make.commune(app, { nom: 'Autreville' }),
  ]
  await make.member(app, await make.acteur(app, here), member)
  const question = { subject: 'Le {{nom}} $& du bal', body: 'B', nom: 'Jeanne $1' }
  const asked = async (as: typeof office) =>
    (await as.post('/messages', { ...question, email: 'jeanne@example.org' })).body.data.id
  const known = await asked(app.as(member, 'public'))
  assert.equal(await filledIn(known), 'Bonjour Jeanne $1, Le {{nom}} $& du bal, Mairieville — Anne Le Goff')
  await make.member(app, await make.acteur(app, there), member)
  const left = 'Bonjour Jeanne $1, Le {{nom}} $& du bal, {{commune}} — Anne Le Goff'
  assert.equal(await filledIn(known), left, 'of two communes, neither')
  const stranger = await asked(app.anyone)
  assert.equal(await filledIn(stranger), left)
  const refused = await office.post(`/admin/messages/threads/${stranger}/reply`, { body: 'À {{commune}}' })
  assert.deepEqual([refused.status, refused.body.details[0].path], [422, 'body'])
  const { rows } = await app.owner.query(`select 1 from mails`)
  assert.equal(rows.length, 0)
  const other = await office.post(`/admin/messages/threads/${stranger}/reply`, { body: 'Un gabarit {{x}}' })
  assert.equal(other.status, 201)
})
