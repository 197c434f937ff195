import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { outcome, rowsOf } from '../../../test/publications/world.ts'
import { tableState } from '../../../test/table-state.ts'

/** Fields that a request may not set: each forbidden field in each body is refused by name and changes nothing. */

const app = await startApp()
const moderator = await app.user(['admin'])
const owner = await app.user()
const commune = await make.commune(app)
const townHall = await make.mairie(app, commune, owner)
const acteur = await make.acteur(app, commune, { can_publish: true })
const stranger = await make.acteur(app, commune, { can_publish: true })
await make.member(app, acteur, owner)

const id = await make.publication(app, acteur, commune)
const gone = await make.publication(app, acteur, commune, { deleted_at: new Date() })
const ofTownHall = await make.publication(app, townHall, commune)
const later = new Date(Date.now() + 3_600_000).toISOString()
const office = app.as(moderator)
const { meta: operation } = (
  await office.patch('/admin/publications/bulk/moderate', {
    ids: [await make.publication(app, acteur, commune)],
    moderation_status: 'rejected',
  })
).body
// `last_seen_at` is written beside requests and would make the comparison fail.
await app.owner.query('update users set last_seen_at = now()')

/** Each would give the caller more rights, or change a publication's visibility or owner. */
const FORBIDDEN: Readonly<Record<string, unknown>> = {
  id: '00000000-0000-7000-8000-000000000001',
  valide: true,
  moderation_status: 'published',
  status: 'published',
  publie_le: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
  en_avant: true,
  featured_until: later,
  created_at: '2020-01-01T00:00:00.000Z',
  updated_at: '2020-01-01T00:00:00.000Z',
  edited_at: '2020-01-01T00:00:00.000Z',
  version: 99,
  moderated_by: owner.id,
  moderated_at: later,
  moderation_by: 'member',
  moderation_reason: 'Rien',
  reports_count: 0,
  created_by: moderator.id,
  user_id: moderator.id,
  import_source_id: null,
  duplicate_key: '00000000-0000-7000-8000-000000000001',
  duplicate_reason: 'signature',
  visible_le: '2026-01-01T00:00:00.000Z',
  recherche: '',
  acteur_id: stranger,
  acteur: { id: stranger },
  type: { slug: 'alerte' },
  roles: ['admin'],
  role: 'owner',
  permissions: ['publish_publications'],
  can_publish: true,
  reporter: null,
  closed_at: null,
  __proto__proper: { valide: true },
  constructor: { prototype: { valide: true } },
  prototype: { valide: true },
  toString: 'x',
  Title: 'x',
  'title ': 'x',
  'title[]': 'x',
  '': 'x',
}

interface Door {
  readonly name: string
  readonly by: ReturnType<typeof app.as>
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** Fields of this body that are forbidden in the others. */
  readonly own?: readonly string[]
}
const member = app.as(owner, 'public')
const written = { title: 'Neuf', body: 'Neuf', commune_id: commune }
const decided = { moderation_status: 'rejected' }
const DOORS: readonly Door[] = [
  {
    name: 'create',
    by: member,
    method: 'POST',
    path: '/publications',
    body: { ...written, acteur_id: acteur },
    own: ['acteur_id', 'publie_le'],
  },
  {
    name: 'edit',
    by: member,
    method: 'PATCH',
    path: `/publications/${id}`,
    body: written,
    own: ['publie_le'],
  },
  { name: 'delete', by: member, method: 'DELETE', path: `/publications/${id}`, body: {} },
  {
    name: 'report',
    by: app.anyone,
    method: 'POST',
    path: `/publications/${id}/report`,
    body: { reason: 'spam' },
  },
  {
    name: 'moderate',
    by: member,
    method: 'PATCH',
    path: `/publications/${id}/moderate`,
    body: decided,
    own: ['moderation_status', 'publie_le'],
  },
  {
    name: 'mairie create',
    by: member,
    method: 'POST',
    path: `/mairie/acteurs/${townHall}/publications`,
    body: { title: 'Neuf', body: 'Neuf' },
    own: ['publie_le'],
  },
  {
    name: 'mairie moderate',
    by: member,
    method: 'PATCH',
    path: `/mairie/acteurs/${townHall}/publications/${ofTownHall}/moderate`,
    body: decided,
    own: ['moderation_status', 'publie_le'],
  },
  {
    name: 'bulk',
    by: office,
    method: 'PATCH',
    path: '/admin/publications/bulk/moderate',
    body: { ids: [id], ...decided },
    own: ['moderation_status'],
  },
  {
    name: 'admin moderate',
    by: office,
    method: 'PATCH',
    path: `/admin/publications/${id}/moderate`,
    body: decided,
    own: ['moderation_status', 'publie_le'],
  },
  {
    name: 'valide',
    by: office,
    method: 'PATCH',
    path: `/admin/publications/${id}/valide`,
    body: { valide: false },
    own: ['valide'],
  },
  {
    name: 'feature',
    by: office,
    method: 'PATCH',
    path: `/admin/publications/${id}/feature`,
    body: { en_avant: true },
    own: ['en_avant', 'featured_until'],
  },
  { name: 'admin delete', by: office, method: 'DELETE', path: `/admin/publications/${id}`, body: {} },
  { name: 'restore', by: office, method: 'PATCH', path: `/admin/publications/${gone}/restore`, body: {} },
  {
    name: 'undo',
    by: office,
    method: 'POST',
    path: `/admin/operations/${operation.operation_id}/undo`,
    body: {},
  },
]

for (const { name, by, method, path, body, own = [] } of DOORS)
  test(`${name}: every forbidden field is refused by name, and nothing changes`, async () => {
    const before = await tableState(app.owner)
    for (const [given, value] of Object.entries(FORBIDDEN)) {
      if (own.includes(given)) continue
      const field = given === '__proto__proper' ? '__proto__' : given
      // Built as text: an object literal would set `__proto__` instead of adding a member.
      const members = [...Object.entries(body), [field, value]].map(
        ([key, item]) => `${JSON.stringify(key)}: ${JSON.stringify(item)}`,
      )
      const answer = await by.send(method, path, undefined, { raw: `{${members.join()}}` })
      assert.equal(outcome(answer), '422 validation_failed', field)
      assert.ok(
        answer.body.details.some((one: { path: string }) => one.path === field.trim() || one.path === field),
        `${field}: ${JSON.stringify(answer.body.details)}`,
      )
    }
    assert.deepEqual(await tableState(app.owner), before)
  })

test('without the forbidden field each of these requests succeeds', async () => {
  for (const { name, by, method, path, body } of DOORS) {
    if (method === 'DELETE' || name === 'restore') continue
    assert.ok((await by.send(method, path, body)).status < 300, name)
  }
  for (const { by, method, path, body } of DOORS.filter(one => one.method === 'DELETE'))
    assert.equal((await by.send(method, path, body)).status, 200)
  assert.equal((await office.patch(`/admin/publications/${gone}/restore`, {})).status, 200)
})

test("another's acteur is named in vain, and a publication does not change hands", async () => {
  const before = await tableState(app.owner)
  const answer = await member.post('/publications', { ...written, acteur_id: stranger })
  assert.equal(outcome(answer), '403 scope_violation')
  assert.deepEqual(await tableState(app.owner), before)
  assert.equal((await rowsOf(app, [id])).get(id)?.acteur_id, acteur)
})
