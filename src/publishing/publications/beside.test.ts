import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const moderator = await app.user(['operator_moderation'])
const author = await app.user()
await app.owner.query(`update users set nom = 'Maëlle Le Goff' where id = $1`, [moderator.id])
const office = app.as(moderator)
const [here, there] = [
  await make.commune(app, { nom: 'Rennes', departement: '35' }),
  await make.commune(app, { nom: 'Brest', departement: '29' }),
]
const acteur = await make.acteur(app, here)
await make.member(app, acteur, author)
const publication = () =>
  make.publication(app, acteur, there, { commune_ids: [there, here], created_by: author.id })
const COMMUNES = [
  { id: there, nom: 'Brest', departement: '29' },
  { id: here, nom: 'Rennes', departement: '35' },
]

test('names of communes and people stand beside their ids in lists, items and replies, without addresses', async () => {
  const id = await publication()
  const { body } = await office.patch(`/admin/publications/${id}/moderate`, {
    moderation_status: 'published',
  })
  const [listed] = (await office.get(`/admin/publications?acteur_id=${acteur}`)).body.data
  const item = (await office.get(`/admin/publications/${id}`)).body.data
  for (const one of [body.data, listed, item])
    assert.deepEqual(
      [one.communes, one.author, one.moderator, one.moderation_by],
      [COMMUNES, { id: author.id, nom: null }, { id: moderator.id, nom: 'Maëlle Le Goff' }, 'backoffice'],
    )
  assert.ok(!JSON.stringify([body, listed, item]).includes('@'))
  const [own] = (await app.as(author, 'public').get('/me/publications')).body.data
  assert.deepEqual([own.communes, own.moderation_by, own.author], [COMMUNES, 'backoffice', undefined])
})

test('open reports are counted by reason, and no longer once a decision has closed them', async () => {
  const id = await publication()
  for (const reason of ['spam', 'spam', 'illegal'])
    await app.as(await app.user(), 'public').post(`/publications/${id}/report`, { reason })
  const shown = async () => (await office.get(`/admin/publications/${id}`)).body.data
  const { reports, reports_count } = await shown()
  assert.deepEqual([reports.count, reports.reasons, reports_count], [3, { spam: 2, illegal: 1 }, 3])
  assert.ok(Math.abs(Date.parse(reports.last_at) - Date.now()) < 900_000)
  await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
  assert.equal((await shown()).reports, null)
})
