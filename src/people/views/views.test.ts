import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eraseAll, exportAll } from '../../office/personal-data/resources.ts'

const app = await startApp()
const users = {
  anne: await app.user(['operator_moderation']),
  yves: await app.user(['operator_moderation']),
  zoe: await app.user(['operator_claims']),
  admin: await app.user(['admin']),
}
const [anne, yves, zoe, admin] = [users.anne, users.yves, users.zoe, users.admin].map(user => app.as(user))
const view = { area: 'moderation', nom: 'Signalées', address: '/moderation?onglet=signalees&q=caf%C3%A9' }
type Who = NonNullable<typeof anne>
const namesOf = async (who: Who | undefined) =>
  (await who?.get('/admin/views'))?.body.data.map(({ nom }: { nom: string }) => nom)

test('shared views are visible in their area, others to their owner', async () => {
  assert.equal((await anne?.send('PUT', '/admin/views', view))?.status, 200)
  assert.deepEqual([await namesOf(anne), await namesOf(yves), await namesOf(zoe)], [['Signalées'], [], []])
  const shared = await anne?.send('PUT', '/admin/views', { ...view, nom: 'SIGNALÉES', shared: true })
  assert.equal(shared?.body.data.by.id, users.anne.id)
  assert.deepEqual(
    [await namesOf(anne), await namesOf(yves), await namesOf(zoe), await namesOf(admin)],
    [['SIGNALÉES'], ['SIGNALÉES'], [], ['SIGNALÉES']],
    'the same name again replaces it',
  )
})

test('twenty saves under one name at once create one view', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      yves?.send('PUT', '/admin/views', { ...view, nom: 'À voir', address: `/moderation?page=${n + 2}` }),
    ),
  )
  assert.deepEqual(await namesOf(yves), ['À voir', 'SIGNALÉES'])
})

test('foreign areas, foreign addresses and more than a hundred views are refused', async () => {
  assert.equal((await zoe?.send('PUT', '/admin/views', view))?.body.error, 'admin_required')
  for (const address of ['//ailleurs.fr', 'https://ailleurs.fr', 'javascript:alert(1)', '/\\ailleurs', '/'])
    assert.equal((await anne?.send('PUT', '/admin/views', { ...view, address }))?.status, 422, address)
  await app.owner.query(
    `insert into views (user_id, area, nom, address) select $1, 'claims', 'vue ' || n, '/demandes' from generate_series(1, 100) n`,
    [users.zoe.id],
  )
  const more = { ...view, area: 'claims', address: '/demandes' }
  assert.equal((await zoe?.send('PUT', '/admin/views', more))?.status, 422)
  assert.equal((await zoe?.send('PUT', '/admin/views', { ...more, nom: 'Vue 7', shared: true }))?.status, 200)
})

test('a view is deleted by its owner, a shared one by administrators too', async () => {
  const idOf = async (who: Who | undefined, name: string): Promise<string> =>
    (await who?.get('/admin/views'))?.body.data.find(({ nom }: { nom: string }) => nom === name).id
  const [shared, own] = [await idOf(anne, 'SIGNALÉES'), await idOf(yves, 'À voir')]
  assert.equal((await yves?.delete(`/admin/views/${shared}`))?.status, 404)
  assert.equal((await admin?.delete(`/admin/views/${own}`))?.status, 404)
  assert.equal((await admin?.delete(`/admin/views/${shared}`))?.status, 200)
  assert.equal((await yves?.delete(`/admin/views/${own}`))?.status, 200)
})

test('a person’s views are exported and erased with them', async () => {
  await anne?.send('PUT', '/admin/views', view)
  const subject = { userId: users.anne.id, addresses: [], telephones: [] }
  assert.equal((await exportAll(app.service.db.pool, subject, app.service.secrets)).views?.length, 1)
  await app.service.db.transaction(tx => eraseAll(tx, subject, app.service.secrets))
  assert.equal((await exportAll(app.service.db.pool, subject, app.service.secrets)).views?.length, 0)
})
