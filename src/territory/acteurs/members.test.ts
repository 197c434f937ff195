import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_claims']))
const commune = await make.commune(app)
const acteur = () => make.acteur(app, commune)
const members = async (id: string) => (await office.get(`/admin/acteurs/${id}/members`)).body

test('a member is added, changed and taken away; whoever leaves nobody in charge is told so, and it is traced', async () => {
  const id = await acteur()
  const [owner, editor] = [await app.user(), await app.user()]
  const added = await office.post(`/admin/acteurs/${id}/members`, { user_id: owner.id, role: 'owner' })
  assert.deepEqual([added.status, added.body.data.role, added.body.meta.owners_left], [201, 'owner', 1])
  const rights = { role: 'editor', permissions: ['manage_publications'] }
  await office.post(`/admin/acteurs/${id}/members`, { email: editor.email.toUpperCase(), ...rights })
  const { data, meta } = await members(id)
  assert.equal(meta.total, 2)
  assert.deepEqual(
    data.map((one: Record<string, unknown>) => [one.id, one.role, one.expected]),
    [
      [editor.id, 'editor', false],
      [owner.id, 'owner', false],
    ],
  )
  const write = () =>
    app.as(editor, 'public').post('/publications', {
      title: 'Titre',
      body: 'Texte',
      acteur_id: id,
      commune_id: commune,
    })
  assert.equal((await write()).status, 201)
  const path = `/admin/acteurs/${id}/members`
  const changed = await office.patch(`${path}/${editor.id}`, { permissions: [] })
  assert.deepEqual([changed.body.data.permissions, changed.body.meta.owners_left], [[], 1])
  assert.equal((await write()).status, 403)
  const gone = await office.delete(`${path}/${owner.id}`)
  assert.deepEqual([gone.status, gone.body.data.id, gone.body.meta.owners_left], [200, owner.id, 0])
  assert.equal((await office.delete(`${path}/${owner.id}`)).status, 404)
  assert.deepEqual(
    (await make.auditOf(app, id)).map(({ action }) => action),
    ['acteur.member_set', 'acteur.member_set', 'acteur.member_set', 'acteur.member_removed'],
  )
  const history = (await office.get(`/admin/acteurs/${id}/history`)).body.data
  assert.ok(!JSON.stringify(history).includes(owner.email))
})

test('a new person is invited by mail once, and is a member with rights that wait for them', async () => {
  const id = await acteur()
  const body = { email: 'Neuve@Exemple.fr', nom: 'Anne', role: 'owner' }
  const sent = await Promise.all(
    Array.from({ length: 8 }, () => office.post(`/admin/acteurs/${id}/members`, body)),
  )
  assert.deepEqual(sent.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)])
  const { data } = await members(id)
  assert.deepEqual(
    data.map((one: Record<string, unknown>) => [one.email, one.expected, one.nom]),
    [['neuve@exemple.fr', true, 'Anne']],
  )
  const { rows } = await app.owner.query(
    `select template from mails where recipient_email = 'neuve@exemple.fr'`,
  )
  assert.deepEqual(rows, [{ template: 'invitation' }])
})

test('an address or an account, one of both; nobody is added to a deleted acteur', async () => {
  const id = await acteur()
  const { id: user_id } = await app.user()
  const add = async (body: object, to = id) => {
    const { status } = await office.post(`/admin/acteurs/${to}/members`, body)
    return status
  }
  assert.equal(await add({ role: 'owner' }), 422)
  assert.equal(await add({ role: 'owner', user_id, email: 'a@b.fr' }), 422)
  assert.equal(await add({ role: 'owner', user_id: crypto.randomUUID() }), 422)
  assert.equal(await add({ role: 'owner', user_id }, crypto.randomUUID()), 404)
  await office.delete(`/admin/acteurs/${id}`)
  assert.equal(await add({ role: 'owner', user_id }), 404)
})
