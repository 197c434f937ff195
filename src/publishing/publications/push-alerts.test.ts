import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { PUSH_JOB } from './push-alerts.ts'

const app = await startApp()
const commune = await make.commune(app)
const hall = await make.mairie(app, commune)
const [secretary, moderator] = [await app.user(), await app.user(['operator_moderation'])]
await make.member(app, hall, secretary)
const member = app.as(secretary, 'public')
const office = app.as(moderator)
const { rows: types } = await app.owner.query('select slug, id from publication_types')
const written = (slug: string) => ({
  title: 'Crue',
  body: 'Les quais sont fermés.',
  acteur_id: hall,
  commune_id: commune,
  type_id: types.find(one => one.slug === slug).id,
})

/** Jobs queued by these requests. */
async function queuedBy(work: () => Promise<{ status: number }>, status = 200): Promise<number> {
  const count = async () =>
    (await app.owner.query('select count(*)::int as n from pgboss.job where name = $1', [PUSH_JOB])).rows[0].n
  const before = await count()
  assert.equal((await work()).status, status)
  return (await count()) - before
}

test('each write of an alert queues the job that pushes it, in the same transaction', async () => {
  let id = ''
  const create = async () => {
    const answer = await member.post('/publications', written('alerte'))
    id = answer.body.data.id
    return answer
  }
  assert.equal(await queuedBy(create, 201), 1, 'created')
  const one = `/publications/${id}`
  let operation = ''
  const decide = async () => {
    const answer = await office.patch(`/admin${one}/moderate`, { moderation_status: 'rejected' })
    operation = answer.body.meta.operation_id
    return answer
  }
  const steps: Record<string, () => Promise<{ status: number }>> = {
    'its level': () => member.patch(one, { niveau: 'danger' }),
    lifted: () => member.patch(one, { leve: true }),
    'in force again': () => member.patch(one, { leve: false }),
    decided: decide,
    undone: () => office.post(`/admin/operations/${operation}/undo`),
    corrected: () => office.patch(`/admin${one}`, { niveau: 'vigilance' }),
    deleted: () => office.delete(`/admin${one}`),
    restored: () => office.patch(`/admin${one}/restore`),
    'deleted by a member': () => member.delete(one),
  }
  for (const [step, work] of Object.entries(steps)) assert.equal(await queuedBy(work), 1, step)
})

test('other publications queue none, nor do writes that are refused', async () => {
  const news = await make.publication(app, hall, commune)
  assert.equal(await queuedBy(() => member.post('/publications', written('actualite')), 201), 0)
  assert.equal(await queuedBy(() => office.delete(`/admin/publications/${news}`)), 0)
  const alert = await make.publication(app, hall, commune, { type: 'alerte' })
  const stale = { headers: { 'if-match': '"7"' } }
  assert.equal(
    await queuedBy(() => member.patch(`/publications/${alert}`, { niveau: 'danger' }, stale), 412),
    0,
  )
})
