import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

/** Cancelled publications, in each place that shows one (DECISIONS §8). */

const app = await startApp()
const commune = await make.commune(app)
const club = await make.acteur(app, commune)
const [president, helper, moderator] = [
  await app.user(),
  await app.user(),
  await app.user(['operator_moderation']),
]
await make.member(app, club, president)
await make.member(app, club, helper, 'editor', ['publish_publications'])
const member = app.as(president, 'public')
const office = app.as(moderator)
const event = (fields = {}) =>
  make.publication(app, club, commune, { title: 'Randonnée', date_debut: '2027-11-29', ...fields })
const FLOOD = 'Les chemins sont inondés.'
const announcedIn = (one: Record<string, unknown>) => [one.annule_le !== null, one.annule_motif]

test('a cancelled event stays visible, and says so in records, lists, the office and the trail', async () => {
  const id = await event()
  const off = await member.patch(`/publications/${id}`, { annule: true, annule_motif: FLOOD })
  assert.equal(off.status, 200, JSON.stringify(off.body))
  const { annule_le, moderation_status, version } = off.body.data
  assert.deepEqual([moderation_status, version], ['published', 2])
  assert.match(annule_le, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  for (const shown of [
    (await app.anyone.get(`/publications/${id}`)).body.data,
    (await app.anyone.get(`/communes/${commune}/publications?sort=date_debut_asc`)).body.data[0],
    (await member.get('/me/publications')).body.data[0],
    (await office.get(`/admin/publications/${id}`)).body.data,
    (await office.get('/admin/publications')).body.data[0],
  ])
    assert.deepEqual([shown.annule_le, shown.annule_motif], [annule_le, FLOOD])
  assert.deepEqual((await office.get(`/admin/publications/${id}/revisions`)).body.data, [])
  const [trace] = await make.auditOf(app, id)
  assert.deepEqual([trace.action, trace.after.annule_le], ['publication.cancelled', annule_le])
  assert.ok(!JSON.stringify(trace).includes(FLOOD), 'the reason is a person’s words')
  const { data: history } = (await office.get(`/admin/publications/${id}/history`)).body
  assert.equal(history[0].action, 'publication.cancelled')

  // Another reason keeps the time; an edit keeps both.
  const said = await member.patch(`/publications/${id}`, { annule: true, annule_motif: 'Autre.' })
  assert.deepEqual([said.body.data.annule_le, said.body.data.annule_motif], [annule_le, 'Autre.'])
  await office.patch(`/admin/publications/${id}`, { lieu: 'Quai' })
  const on = await member.patch(`/publications/${id}`, { annule: false })
  assert.deepEqual(announcedIn(on.body.data), [false, null])
  const again = await member.patch(`/publications/${id}`, { annule: false })
  assert.equal(again.body.data.version, on.body.data.version, 'repeating changes nothing')
  const actions = (await make.auditOf(app, id)).map(({ action }: { action: string }) => action)
  assert.ok(actions.includes('publication.reinstated'))
})

test('cancelling needs manage_publications and leads to no review', async () => {
  const id = await event()
  const refused = await app.as(helper, 'public').patch(`/publications/${id}`, { annule: true })
  assert.deepEqual([refused.status, refused.body.error], [403, 'forbidden'])
  const stranger = await app.as(await app.user(), 'public').patch(`/publications/${id}`, { annule: true })
  assert.equal(stranger.status, 403)
  // The acteur publishes with review: its edit would wait, its cancellation does not.
  await app.owner.query('update acteurs set can_publish = false where id = $1', [club])
  const off = await member.patch(`/publications/${id}`, { annule: true })
  assert.deepEqual([off.body.data.moderation_status, off.body.data.valide], ['published', true])
  await app.owner.query('update acteurs set can_publish = true where id = $1', [club])
})

test('a reason goes with a cancellation, and has 200 letters at most', async () => {
  const id = await event()
  for (const [body, path] of [
    [{ annule_motif: FLOOD }, 'annule_motif'],
    [{ annule: false, annule_motif: FLOOD }, 'annule_motif'],
    [{ annule: true, annule_motif: 'é'.repeat(201) }, 'annule_motif'],
    [{ annule: true, annule_motif: '' }, 'annule_motif'],
    [{ annule: 'oui' }, 'annule'],
    [{ annule_le: new Date().toISOString() }, 'annule_le'],
  ] as const) {
    const answer = await member.patch(`/publications/${id}`, body)
    assert.equal(answer.status, 422, JSON.stringify(body))
    assert.equal(answer.body.details[0].path, path)
  }
  const whole = await member.patch(`/publications/${id}`, { annule: true, annule_motif: 'é'.repeat(200) })
  assert.equal(whole.status, 200)
})

test('of a cancellation and an edit of the same version, one is made and the other is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await event()
    const same = { headers: { 'if-match': '"1"' } }
    const answers = await Promise.all([
      member.patch(`/publications/${id}`, { annule: true }, same),
      member.patch(`/publications/${id}`, { lieu: 'Halle' }, same),
      office.patch(`/admin/publications/${id}`, { title: 'Marche' }, same),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412])
    const row = await make.row(app, id)
    const made = [row.annule_le !== null, row.lieu === 'Halle', row.title === 'Marche']
    assert.deepEqual(
      made,
      answers.map(({ status }) => status === 200),
    )
  }
})

test('the reason is exported to the person who gave it, as long as it stands', async () => {
  const id = await event()
  await member.patch(`/publications/${id}`, { annule: true, annule_motif: 'Zyxmotif' })
  const admin = app.as(await app.user(['admin']))
  const exported = async (of: { email: string }) =>
    JSON.stringify((await admin.post('/admin/personal-data/export', { email: of.email })).body)
  assert.ok((await exported(president)).includes('Zyxmotif'))
  assert.ok(!(await exported(helper)).includes('Zyxmotif'))
})
