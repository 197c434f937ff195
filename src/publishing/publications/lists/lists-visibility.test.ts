import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'

/** The visibility rule of the interface, checked on every public route. */

const app = await startApp()
const commune = await make.commune(app)
const further = await make.commune(app)
const acteur = await make.acteur(app, commune)

const SECOND = 1_000
const TIMES = { never: null, past: -SECOND, future: 3_600 * SECOND } as const

interface Case {
  readonly id: string
  readonly visible: boolean
  readonly name: string
}
const cases: Case[] = []
for (const valide of [true, false])
  for (const status of ['pending', 'approved', 'published', 'rejected'])
    for (const [time, offset] of Object.entries(TIMES))
      for (const deleted of [false, true]) {
        // Skips states that the table refuses.
        if (valide && (status === 'pending' || status === 'rejected')) continue
        if (status === 'published' && offset === null) continue
        const id = await make.publication(app, acteur, commune, {
          commune_ids: [commune, further],
          title: `Kermesse ${cases.length}`,
          moderation_status: status,
          valide,
          publie_le: offset === null ? null : new Date(Date.now() + offset),
          deleted_at: deleted ? new Date() : null,
          date_debut: '2026-12-01',
          en_avant: cases.length % 2 === 0,
        })
        const visible =
          valide && ['approved', 'published'].includes(status) && offset !== null && offset < 0 && !deleted
        cases.push({ id, visible, name: `valide=${valide} ${status} ${time} deleted=${deleted}` })
      }
const expected = cases
  .filter(one => one.visible)
  .map(one => one.id)
  .sort()

const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id).sort()

test('database checks refuse a published row without a time, and a valide row that is not accepted', async () => {
  for (const fields of [
    { moderation_status: 'published', valide: true, publie_le: null },
    { moderation_status: 'pending', valide: true },
    { moderation_status: 'rejected', valide: true },
    { en_avant: false, featured_until: new Date() },
  ])
    await assert.rejects(make.publication(app, acteur, commune, fields), /violates check constraint/)
})

test('one record: visible or 404, for each of the combinations', async () => {
  assert.equal(expected.length, 2)
  for (const { id, visible, name } of cases) {
    const { status, body } = await app.anyone.get(`/publications/${id}`)
    assert.equal(visible ? `${status}` : `${status} ${body.error}`, visible ? '200' : '404 not_found', name)
  }
})

const WAYS = [
  '/publications',
  '/publications?sort=date_debut_asc',
  '/publications?sort=featured',
  '/publications?q=kermesse',
  '/publications?q=kermesse&sort=relevance',
  '/publications?q=-absent',
  '/publications?type=actualite',
  '/publications?from=2026-11-01&to=2026-12-31',
  `/publications?commune_id=${commune}`,
  `/publications?commune_id=${further}`,
  `/publications?acteur_id=${acteur}`,
  `/acteurs/${acteur}/publications`,
  `/acteurs/${acteur}/publications?sort=publie_le_desc`,
  `/communes/${commune}/publications`,
  `/communes/${further}/publications`,
  `/communes/${further}/publications?sort=date_debut_asc`,
  `/communes/${further}/publications?sort=featured`,
  `/communes/${commune}/publications?q=kermesse`,
]
for (const path of WAYS)
  test(`${path.replaceAll(/[0-9a-f-]{36}/g, ':id')} lists exactly what is visible`, async () => {
    const { status, body } = await app.anyone.get(`${path}${path.includes('?') ? '&' : '?'}per_page=100`)
    assert.equal(status, 200)
    assert.deepEqual(ids(body), expected)
    assert.deepEqual(body.meta, { page: 1, per_page: 100, has_more: false, next: null })
  })

test('a scheduled publication appears by itself when its time has come', async () => {
  const id = await make.publication(app, acteur, commune, {
    moderation_status: 'approved',
    publie_le: new Date(Date.now() + TIMES.future),
  })
  assert.equal((await app.anyone.get(`/publications/${id}`)).status, 404)
  await app.owner.query(
    `update publications set publie_le = clock_timestamp() + interval '1 second' where id = $1`,
    [id],
  )
  await eventually(
    async () => (await app.anyone.get(`/publications/${id}`)).status === 200,
    'the scheduled publication',
  )
  assert.ok(ids((await app.anyone.get(`/communes/${commune}/publications`)).body).includes(id))
})

test('a feature that has lapsed is none, at once and everywhere', async () => {
  const id = await make.publication(app, acteur, commune, {
    en_avant: true,
    featured_until: new Date(Date.now() + TIMES.future),
  })
  const featured = async () => (await app.anyone.get(`/publications/${id}`)).body.data
  assert.equal((await featured()).en_avant, true)
  await app.owner.query(
    `update publications set featured_until = clock_timestamp() + interval '1 second' where id = $1`,
    [id],
  )
  await eventually(async () => (await featured()).en_avant === false, 'the end of the feature')
  assert.equal((await featured()).featured_until, null)
  const { body } = await app.anyone.get(`/communes/${commune}/publications?sort=featured`)
  assert.equal(body.data.find((one: { id: string }) => one.id === id).en_avant, false)
})

test('no answer holds a column that its shape does not declare', async () => {
  await app.owner.query(`update publications set moderation_reason = 'CANARY', moderated_by = null`)
  for (const path of [...WAYS, `/publications/${expected[0]}`]) {
    const { body } = await app.anyone.get(path)
    assert.ok(!JSON.stringify(body).includes('CANARY'))
    for (const one of [body.data].flat())
      for (const hidden of [
        'moderation_status',
        'valide',
        'visible_le',
        'recherche',
        'duplicate_key',
        'created_by',
      ])
        assert.ok(!(hidden in one), hidden)
  }
})
