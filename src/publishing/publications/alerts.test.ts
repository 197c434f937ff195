import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { type Alert, endOfAlert, isInForce } from './alerts.ts'

/** The end, level and lifting of alerts (DECISIONS §8). */

const NONE: Alert = { fin_le: null, leve_le: null, date_debut: null, date_fin: null, publie_le: null }
const PUBLISHED = { publie_le: '2026-10-23T20:30:00.000Z' }
const ENDS: readonly (readonly [
  name: string,
  alert: Partial<Alert>,
  end: string | undefined,
  fuseau?: string,
])[] = [
  ['its own end', { fin_le: '2026-11-24T11:00:00Z', date_fin: '2026-11-30' }, '2026-11-24T11:00:00.000Z'],
  ['its last day', { date_debut: '2026-11-20', date_fin: '2026-11-24' }, '2026-11-24T23:00:00.000Z'],
  ['its only day', { date_debut: '2026-11-24', ...PUBLISHED }, '2026-11-24T23:00:00.000Z'],
  // Summer time ends on the second day.
  ['the second day after it was published', PUBLISHED, '2026-10-25T23:00:00.000Z'],
  ['on another day there', PUBLISHED, '2026-10-26T20:00:00.000Z', 'Indian/Reunion'],
  ['nothing yet', {}, undefined],
]

describe('an alert ends with', () => {
  for (const [name, alert, end, fuseau = 'Europe/Paris'] of ENDS)
    test(name, () => assert.equal(endOfAlert({ ...NONE, ...alert }, fuseau)?.toISOString(), end))
})

test('it is in force until its end, on the clock of its commune, unless it is lifted or no alert', () => {
  const alert = { ...NONE, date_debut: '2026-11-24' }
  const [paris, reunion] = [
    ['45', '45234'],
    ['974', '97411'],
  ] as const
  const before = (time: string) => new Date(Date.parse(time) - 1)
  const [here, there] = ['2026-11-24T23:00:00Z', '2026-11-24T20:00:00Z']
  const at = (alert_place: typeof paris | typeof reunion | null, now: Date, leve_le: string | null = null) =>
    isInForce({ ...alert, alert_place, leve_le }, now)
  assert.deepEqual([at(paris, before(here)), at(paris, new Date(here))], [true, false])
  assert.deepEqual([at(reunion, before(there)), at(reunion, new Date(there))], [true, false])
  assert.ok(!at(paris, before(there), there))
  assert.ok(!at(null, before(there)))
})

const app = await startApp()
const commune = await make.commune(app)
const hall = await make.mairie(app, commune)
const [secretary, moderator] = [await app.user(), await app.user(['operator_moderation'])]
await make.member(app, hall, secretary)
const member = app.as(secretary, 'public')
const office = app.as(moderator)
const { body: types } = await app.anyone.get('/publications/types')
const typeOf = (slug: string): string => types.data.find((one: { slug: string }) => one.slug === slug).id
const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const alert = (fields = {}) => ({
  title: 'Crue',
  body: 'Les quais sont fermés.',
  acteur_id: hall,
  commune_id: commune,
  type_id: typeOf('alerte'),
  ...fields,
})

test('an alert is written with its end and level; records, lists, the office, the trail and revisions have them', async () => {
  const [end, later] = [ahead(5), ahead(9)]
  const written = await member.post('/publications', alert({ fin_le: end, niveau: 'vigilance' }))
  assert.equal(written.status, 201, JSON.stringify(written.body))
  const { id } = written.body.data
  const alertIn = (one: Record<string, unknown>) => [one.fin_le, one.niveau, one.leve_le, one.en_vigueur]
  for (const shown of [
    written.body.data,
    (await app.anyone.get(`/publications/${id}`)).body.data,
    (await app.anyone.get(`/communes/${commune}/publications`)).body.data[0],
    (await member.get('/me/publications')).body.data[0],
    (await office.get('/admin/publications')).body.data[0],
  ])
    assert.deepEqual(alertIn(shown), [end, 'vigilance', null, true])
  // The same instant with an offset is no change.
  const same = await member.patch(`/publications/${id}`, { fin_le: end.replace('Z', '+00:00') })
  assert.equal(same.body.data.version, written.body.data.version)
  await app.owner.query('update publications set created_by = $1 where id = $2', [secretary.id, id])
  const corrected = await office.patch(`/admin/publications/${id}`, { fin_le: later, niveau: 'danger' })
  assert.deepEqual(alertIn(corrected.body.data), [later, 'danger', null, true])
  const { rows } = await app.owner.query('select text from mails order by place desc limit 1')
  assert.match(rows[0].text, /Vigilance.*Danger/s)
  const [kept] = (await office.get(`/admin/publications/${id}/revisions`)).body.data
  assert.deepEqual([kept.fin_le, kept.niveau], [end, 'vigilance'])
  const traces = await make.auditOf(app, id)
  assert.ok(traces.some(({ after }: { after: { niveau?: string } }) => after.niveau === 'danger'))
  // An alert whose end passes is over by itself.
  await app.owner.query(`update publications set fin_le = now() - interval '1 second' where id = $1`, [id])
  assert.equal((await app.anyone.get(`/publications/${id}`)).body.data.en_vigueur, false)
})

test('an alert is lifted without a review, stays visible, and is in force again', async () => {
  const { id, version } = (await member.post('/publications', alert())).body.data
  await app.owner.query('update acteurs set can_publish = false where id = $1', [hall])
  const lifted = await member.patch(`/publications/${id}`, { leve: true })
  assert.deepEqual(
    [lifted.status, lifted.body.data.status, lifted.body.data.version],
    [200, 'published', version + 1],
  )
  const { leve_le, en_vigueur } = (await app.anyone.get(`/publications/${id}`)).body.data
  assert.ok(leve_le !== null && !en_vigueur)
  const again = await member.patch(`/publications/${id}`, { leve: true })
  assert.equal(again.body.data.leve_le, leve_le)
  const back = await member.patch(`/publications/${id}`, { leve: false })
  assert.deepEqual([back.body.data.leve_le, back.body.data.en_vigueur], [null, true])
  await app.owner.query('update acteurs set can_publish = true where id = $1', [hall])
  const actions = (await make.auditOf(app, id)).map(({ action }: { action: string }) => action)
  assert.deepEqual(actions.slice(1), ['publication.lifted', 'publication.in_force_again'])
})

test('a lifted alert is no longer pinned, unless the request says so', async () => {
  const { id } = (await member.post('/publications', alert({ title: 'Neige', epingle: true }))).body.data
  const pinned = async (change: object) =>
    (await member.patch(`/publications/${id}`, change)).body.data.epingle
  assert.equal(await pinned({ leve: true }), false)
  assert.equal(await pinned({ leve: false }), false)
  assert.equal(await pinned({ leve: true, epingle: true }), true)
  assert.equal(await pinned({ leve: false }), true)
})

test('end, level and lifting are for alerts; the end is to come, within a year: 422 names the field', async () => {
  const refused: [object, string][] = [
    [{ fin_le: ahead(-1) }, 'fin_le'],
    [{ fin_le: ahead(24 * 400) }, 'fin_le'],
    [{ fin_le: '0000-01-01T00:00:00Z' }, 'fin_le'],
    [{ niveau: 'rouge' }, 'niveau'],
    [{ leve: 'oui' }, 'leve'],
    [{ leve_le: ahead(1) }, 'leve_le'],
  ]
  const { id } = (await member.post('/publications', alert({ niveau: 'danger' }))).body.data
  const news = (await member.post('/publications', alert({ type_id: typeOf('actualite') }))).body.data.id
  const pathOf = async (answer: Promise<{ status: number; body: { details: { path: string }[] } }>) => {
    const { status, body } = await answer
    assert.equal(status, 422, JSON.stringify(body))
    return body.details[0]?.path
  }
  for (const [body, path] of refused)
    assert.equal(await pathOf(member.patch(`/publications/${id}`, body)), path, JSON.stringify(body))
  for (const body of [{ fin_le: ahead(1) }, { niveau: 'danger' }, { leve: true }, { leve: false }])
    assert.equal(await pathOf(member.patch(`/publications/${news}`, body)), Object.keys(body)[0])
  assert.equal(
    await pathOf(member.post('/publications', alert({ type_id: typeOf('actualite'), niveau: 'danger' }))),
    'niveau',
  )
  assert.equal(await pathOf(member.patch(`/publications/${id}`, { type_id: typeOf('actualite') })), 'niveau')
  const moved = await member.patch(`/publications/${id}`, { type_id: typeOf('actualite'), niveau: null })
  assert.equal(moved.status, 200)
})
