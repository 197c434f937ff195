import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { outcome } from '../../../../test/sign-in.ts'
import { eraseAll } from '../../../office/personal-data/resources.ts'
import { forgetMutes } from './reporters.ts'

const app = await startApp({ env: { TRUST_PROXY: '127.0.0.1' } })
const office = app.as(await app.user(['operator_moderation']))
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const visible = () => make.publication(app, acteur, commune)
const report = (id: string, address: string) =>
  app.anyone.post(
    `/publications/${id}/report`,
    { reason: 'spam' },
    { headers: { 'x-forwarded-for': address } },
  )
const decide = (id: string, moderation_status: string) =>
  office.patch(`/admin/publications/${id}/moderate`, {
    moderation_status,
    ...(moderation_status === 'rejected' && { reason_code: 'spam' }),
  })
const reportsOf = async (id: string) => (await office.get(`/admin/publications/${id}/reports`)).body.data
const mute = (id: string, reportId: string) =>
  office.post(`/admin/publications/${id}/reports/${reportId}/mute`)
const unmute = (id: string, reportId: string) =>
  office.delete(`/admin/publications/${id}/reports/${reportId}/mute`)

test('a report says what became of the other reports of the same person, and of nobody else', async () => {
  const [kept, removed, open] = [await visible(), await visible(), await visible()]
  for (const id of [kept, removed, open]) await report(id, '198.51.100.7')
  await report(open, '198.51.100.8')
  assert.equal((await decide(kept, 'published')).status, 200)
  assert.equal((await decide(removed, 'rejected')).status, 200)
  const records = (await reportsOf(open)).map((one: { record: object }) => one.record)
  assert.deepEqual(records, [
    { removed: 0, decided: 0, muted_until: null },
    { removed: 1, decided: 2, muted_until: null },
  ])
  await app.owner.query('update publication_reports set reporter = null where publication_id = $1', [open])
  assert.deepEqual(
    (await reportsOf(open)).map((one: { record: unknown }) => one.record),
    [null, null],
  )
})

test('a muted reporter is refused and told so, others are not; undone, they report again; both in the trail', async () => {
  const [first, second] = [await visible(), await visible()]
  await report(first, '203.0.113.1')
  const [{ id: reportId }] = await reportsOf(first)
  assert.equal(outcome(await mute(first, reportId)), '200')
  assert.ok((await reportsOf(first))[0].record.muted_until)
  assert.equal(outcome(await report(second, '203.0.113.1')), '403 reports_suspended')
  assert.equal((await report(second, '203.0.113.2')).status, 201)
  assert.equal(outcome(await unmute(first, reportId)), '200')
  assert.equal((await report(second, '203.0.113.1')).status, 201)
  const trail = (await make.auditOf(app, first)).map(({ action }) => action)
  assert.deepEqual(trail, [
    'publication.reported',
    'publication.reporter_muted',
    'publication.reporter_unmuted',
  ])
})

test('twenty mutes at once are one, and a report that arrives meanwhile is counted or refused', async () => {
  const [first, second] = [await visible(), await visible()]
  await report(first, '203.0.113.9')
  const [{ id: reportId }] = await reportsOf(first)
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => mute(first, reportId)),
    report(second, '203.0.113.9'),
  ])
  for (const one of answers.slice(0, 20)) assert.equal(outcome(one), '200')
  const late = answers.at(-1)
  assert.ok(late && [201, 403].includes(late.status))
  const { rows } = await app.owner.query('select reports_count from publications where id = $1', [second])
  assert.equal(rows[0].reports_count, late?.status === 201 ? 1 : 0)
})

test('a mute ends by itself, and is removed at night', async () => {
  const [first, second] = [await visible(), await visible()]
  await report(first, '203.0.113.20')
  const [{ id: reportId }] = await reportsOf(first)
  await mute(first, reportId)
  await app.owner.query(`update report_mutes set until = now() - interval '1 second'`)
  assert.equal((await report(second, '203.0.113.20')).status, 201)
  assert.ok((await app.service.db.transaction(forgetMutes)) > 0)
  assert.equal(await app.service.db.transaction(forgetMutes), 0)
})

test('a report of another publication, or whose reporter is forgotten, cannot be muted', async () => {
  const [first, second] = [await visible(), await visible()]
  await report(first, '203.0.113.30')
  const [{ id: reportId }] = await reportsOf(first)
  assert.equal(outcome(await mute(second, reportId)), '404 not_found')
  await app.owner.query('update publication_reports set reporter = null where id = $1', [reportId])
  assert.equal(outcome(await mute(first, reportId)), '404 not_found')
})

test('a limited moderator reads the record of the own communes, and mutes who reported there alone', async () => {
  const moderator = await app.user()
  await app
    .as(await app.user(['admin']))
    .post(`/admin/users/${moderator.id}/roles`, { role: 'operator_moderation', communes: [commune] })
  const limited = app.as(moderator)
  const there = await make.commune(app)
  const elsewhere = await make.publication(app, await make.acteur(app, there), there)
  const [here, both] = [
    await visible(),
    await make.publication(app, acteur, commune, { commune_ids: [commune, there] }),
  ]
  for (const id of [here, both]) await report(id, '203.0.113.40')
  await decide(both, 'rejected')
  const [{ id: reportId }] = await reportsOf(here)
  const path = `/admin/publications/${here}/reports`
  const record = async () => (await limited.get(path)).body.data[0].record
  const muting = async () => [
    outcome(await limited.post(`${path}/${reportId}/mute`)),
    outcome(await limited.delete(`${path}/${reportId}/mute`)),
  ]
  assert.deepEqual(await record(), { removed: 1, decided: 1, muted_until: null })
  assert.deepEqual(await muting(), ['200', '200'])
  await report(elsewhere, '203.0.113.40')
  await decide(elsewhere, 'published')
  assert.deepEqual(await record(), { removed: 1, decided: 1, muted_until: null })
  assert.deepEqual(await muting(), ['403 scope_violation', '403 scope_violation'])
  assert.deepEqual((await reportsOf(here))[0].record, { removed: 1, decided: 2, muted_until: null })
  assert.equal(outcome(await mute(here, reportId)), '200')
})

test('the mute of an account goes with the person', async () => {
  const person = await app.user()
  const id = await visible()
  await app.as(person, 'public').post(`/publications/${id}/report`, { reason: 'spam' })
  const [{ id: reportId }] = await reportsOf(id)
  await mute(id, reportId)
  const subject = { userId: person.id, addresses: [person.email], telephones: [] }
  await app.service.db.transaction(tx => eraseAll(tx, subject, app.service.secrets))
  const { rows } = await app.owner.query('select from report_mutes where reporter = $1', [
    `user:${person.id}`,
  ])
  assert.equal(rows.length, 0)
})
