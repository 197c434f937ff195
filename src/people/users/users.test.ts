import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const admin = await app.user(['admin'])
const office = app.as(admin)
const rolesOf = async (user: TestUser) => (await office.get(`/admin/users/${user.id}`)).body.data.roles
const auditOf = async (id: string) =>
  (
    await app.owner.query('select action, before, after from audit_log where entity_id = $1 order by id', [
      id,
    ])
  ).rows
const outcome = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim()

test('a user record has the specified fields only', async () => {
  const user = await app.user(['operator_claims'])
  await app.owner.query(
    `insert into acteurs (id, nom) values ('00000000-0000-7000-8000-00000000000a', 'Boulangerie')`,
  )
  await app.owner.query(
    `insert into actor_users (acteur_id, user_id, role, permissions)
     values ('00000000-0000-7000-8000-00000000000a', $1, 'editor', '{manage_publications}')`,
    [user.id],
  )
  const { status, body } = await office.get(`/admin/users/${user.id}`)
  assert.equal(status, 200)
  const { created_at, ...rest } = body.data
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(rest, {
    id: user.id,
    email: user.email,
    nom: null,
    status: 'active',
    roles: ['operator_claims'],
    territories: [],
    acteurs: [
      {
        acteur_id: '00000000-0000-7000-8000-00000000000a',
        nom: 'Boulangerie',
        role: 'editor',
        permissions: ['manage_publications'],
      },
    ],
    last_seen_at: null,
    version: 1,
    invited: { email: user.email, at: null },
    second_factor: false,
    sessions: 0,
  })
  assert.equal((await office.get('/admin/users/00000000-0000-7000-8000-000000000000')).status, 404)
})

test('the list is newest first with an exact total, and is filtered by text, role and status', async () => {
  const { body } = await office.get('/admin/users?per_page=1')
  const { rows } = await app.owner.query('select count(*)::int as n, max(id::text) as newest from users')
  assert.equal(body.meta.total, rows[0].n)
  assert.equal(body.data[0].id, rows[0].newest)
  const user = await app.user(['operator_imports'])
  await office.patch(`/admin/users/${user.id}`, { nom: 'Élodie 100%_Œuvre' })
  for (const q of ['elodie', 'ÉLODIE', '100%_', 'oeuvre', user.email.slice(0, 6).toUpperCase()]) {
    const { data } = (await office.get(`/admin/users?per_page=100&q=${encodeURIComponent(q)}`)).body
    assert.ok(
      data.some((one: { id: string }) => one.id === user.id),
      q,
    )
  }
  assert.equal((await office.get('/admin/users?q=%25%25')).body.meta.total, 0, '% is no wildcard')
  assert.equal((await office.get('/admin/users?role=operator_imports')).body.meta.total, 1)
  await office.patch(`/admin/users/${user.id}`, { status: 'suspended' })
  const suspended = (await office.get('/admin/users?status=suspended')).body
  assert.deepEqual(
    suspended.data.map((one: { id: string }) => one.id),
    [user.id],
  )
  assert.equal(outcome(await office.get('/admin/users?role=owner')), '422 validation_failed')
})

test('paging by meta.next lists each user once while others sign up', async () => {
  for (let n = 0; n < 30; n++) await app.user()
  const there = (await app.owner.query('select id from users')).rows.map(row => row.id)
  const seen: string[] = []
  let next: string | null = null
  do {
    const { body } = await office.get(`/admin/users?per_page=7${next ? `&after=${next}` : ''}`)
    seen.push(...body.data.map((one: { id: string }) => one.id))
    next = body.meta.next
    await app.user()
  } while (next)
  assert.equal(new Set(seen).size, seen.length)
  assert.ok(there.every(id => seen.includes(id)))
})

test('granting and revoking a role leaves a trace; repeating it does not', async () => {
  const user = await app.user()
  const given = await office.post(`/admin/users/${user.id}/roles`, { role: 'admin' })
  assert.deepEqual([given.status, given.body], [200, { data: { user_id: user.id, roles: ['admin'] } }])
  await office.post(`/admin/users/${user.id}/roles`, { role: 'admin' })
  const taken = await office.delete(`/admin/users/${user.id}/roles/admin`)
  assert.deepEqual([taken.status, taken.body], [200, { data: { user_id: user.id, roles: [] } }])
  const again = await office.delete(`/admin/users/${user.id}/roles/admin`)
  assert.deepEqual([again.status, again.body.data.roles], [200, []])
  assert.deepEqual(await auditOf(user.id), [
    { action: 'user.role_granted', before: { roles: [] }, after: { roles: ['admin'] } },
    { action: 'user.role_revoked', before: { roles: ['admin'] }, after: { roles: [] } },
  ])
})

test('an unknown role is 422, in a body and in a path; an unknown user 404', async () => {
  const user = await app.user()
  for (const role of ['owner', 'ADMIN', '', 'platform_admin', '__proto__']) {
    assert.equal(
      outcome(await office.post(`/admin/users/${user.id}/roles`, { role })),
      '422 validation_failed',
    )
  }
  assert.equal(outcome(await office.delete(`/admin/users/${user.id}/roles/owner`)), '422 validation_failed')
  const nobody = '00000000-0000-7000-8000-000000000000'
  assert.equal(outcome(await office.post(`/admin/users/${nobody}/roles`, { role: 'admin' })), '404 not_found')
  assert.equal(outcome(await office.delete(`/admin/users/${nobody}/roles/admin`)), '404 not_found')
})

test('the trace of a new name says that it changed, not its value', async () => {
  const user = await app.user()
  const { body } = await office.patch(`/admin/users/${user.id}`, { nom: 'Jeanne Dupont' })
  assert.equal(body.data.nom, 'Jeanne Dupont')
  const trail = JSON.stringify(await auditOf(user.id))
  assert.doesNotMatch(trail, /Jeanne|Dupont/)
  assert.equal((await auditOf(user.id)).length, 1)
})

test('the last administrator can be neither revoked nor suspended; suspended and invited ones do not count', async () => {
  const suspended = await app.user(['admin'])
  await office.patch(`/admin/users/${suspended.id}`, { status: 'suspended' })
  assert.equal(outcome(await office.delete(`/admin/users/${admin.id}/roles/admin`)), '409 last_admin')
  assert.equal(
    outcome(await office.patch(`/admin/users/${admin.id}`, { status: 'suspended' })),
    '409 last_admin',
  )
  assert.deepEqual(await rolesOf(admin), ['admin'])
  const invited = await office.post('/admin/users', { email: 'attendue@example.org', roles: ['admin'] })
  assert.equal(outcome(await office.delete(`/admin/users/${admin.id}/roles/admin`)), '409 last_admin')
  assert.equal((await office.delete(`/admin/users/${invited.body.data.id}/invite`)).status, 200)
  const second = await app.user(['admin'])
  assert.equal((await office.delete(`/admin/users/${second.id}/roles/admin`)).status, 200)
  // Users of an outside provider may have no address.
  const { rows } = await app.owner.query(`
    with one as (insert into users (nom) values ('Noé') returning id),
    known as (insert into user_identities (issuer, subject, user_id) select 'https://sso.example', id::text, id from one)
    insert into user_roles (user_id, role) select id, 'admin' from one returning user_id`)
  assert.equal((await office.delete(`/admin/users/${admin.id}/roles/admin`)).status, 200)
  await app.owner.query(`update user_roles set user_id = $1 where user_id = $2`, [admin.id, rows[0].user_id])
})

test('two administrators removing each other a hundred times at once: one always remains', async () => {
  const [one, other] = [await app.user(['admin']), await app.user(['admin'])]
  // Removes the third administrator, so that two are left.
  await app.owner.query(`delete from user_roles where role = 'admin' and user_id not in ($1, $2)`, [
    one.id,
    other.id,
  ])
  try {
    for (let round = 0; round < 100; round++) {
      const how = round % 2 === 0
      const strip = (by: TestUser, whom: TestUser) =>
        how
          ? app.as(by).delete(`/admin/users/${whom.id}/roles/admin`)
          : app.as(by).patch(`/admin/users/${whom.id}`, { status: 'suspended' })
      const answers = await Promise.all([strip(one, other), strip(other, one)])
      for (const answer of answers)
        assert.ok(
          ['200', '409 last_admin', '403 admin_required', '403 account_suspended'].includes(outcome(answer)),
          outcome(answer),
        )
      const { rows } = await app.owner.query(`
        select count(*)::int as n from user_roles r join users u on u.id = r.user_id
        where role = 'admin' and status = 'active'`)
      assert.equal(rows[0].n, 1)
      await app.owner.query(
        `insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'admin') on conflict do nothing`,
        [one.id, other.id],
      )
      await app.owner.query(`update users set status = 'active', signed_out_at = null where id in ($1, $2)`, [
        one.id,
        other.id,
      ])
    }
  } finally {
    await app.owner.query(
      `insert into user_roles (user_id, role) values ($1, 'admin') on conflict do nothing`,
      [admin.id],
    )
  }
})

test('a revoked role and a suspension apply to requests at once', async () => {
  const operator = await app.user(['operator_communes'])
  const outcomes: string[] = []
  let over = false
  const asking = (async () => {
    while (!over) outcomes.push(outcome(await app.as(operator).post('/admin/communes', { wrong: 1 })))
  })()
  await eventually(async () => outcomes.length > 5, 'requests under way')
  await office.delete(`/admin/users/${operator.id}/roles/operator_communes`)
  const removedAt = outcomes.length
  await eventually(async () => outcomes.length > removedAt + 5, 'requests after the removal')
  const suspending = outcomes.length
  await office.patch(`/admin/users/${operator.id}`, { status: 'suspended' })
  const suspendedAt = outcomes.length
  await eventually(async () => outcomes.length > suspendedAt + 5, 'requests after the suspension')
  over = true
  await asking
  assert.equal(outcomes[0], '422 validation_failed')
  // One request may have passed the guard before the change was committed, and one may see it before its answer.
  assert.ok(outcomes.slice(removedAt + 1, suspending).every(one => one === '403 admin_required'))
  assert.ok(outcomes.slice(suspendedAt + 1).every(one => one === '403 account_suspended'))
})

test('the signed-in user’s record lists their rights', async () => {
  const user = await app.user(['operator_communes'])
  const acteur = (await app.owner.query(`insert into acteurs (nom) values ('Mairie de Test') returning id`))
    .rows[0].id
  await app.owner.query(`insert into actor_users (acteur_id, user_id, role) values ($1, $2, 'owner')`, [
    acteur,
    user.id,
  ])
  const commune = (
    await app.owner.query(
      `insert into communes (slug, nom, mairie_actor_id) values ('test', 'Test', $1) returning id`,
      [acteur],
    )
  ).rows[0].id
  const { status, body, headers } = await app.as(user, null).get('/me')
  assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
  assert.deepEqual(body.data.areas, ['communes', 'dashboard'])
  assert.deepEqual(body.data.acteurs, [
    {
      acteur_id: acteur,
      nom: 'Mairie de Test',
      role: 'owner',
      permissions: [],
      type: 'autre',
      publishes_at_once: false,
      communes: [],
    },
  ])
  assert.deepEqual(body.data.mairies, [{ acteur_id: acteur, commune_id: commune, nom: 'Test' }])
  const seen = async () => (await app.as(user, null).get('/me')).body.data.last_seen_at
  await eventually(async () => await seen(), 'the date of the last visit')
})

test('users set their name: colleagues see it, and the trail does not contain it', async () => {
  const person = await app.user()
  const own = app.as(person, null)
  const { status, body } = await own.patch('/me', { nom: 'Maëlle Le Goff' })
  assert.deepEqual([status, body.data.nom, body.data.id], [200, 'Maëlle Le Goff', person.id])
  assert.equal((await own.get('/me')).body.data.nom, 'Maëlle Le Goff')
  const [entry] = await make.auditOf(app, person.id)
  assert.deepEqual([entry.action, entry.user_id, entry.after], ['user.updated', person.id, { nom: '…' }])
  for (const nom of ['', '   ', null, 'x'.repeat(201), 7])
    assert.equal((await own.patch('/me', { nom })).status, 422)
  assert.equal((await own.patch('/me', { nom: 'Maëlle', status: 'active' })).status, 422)
})
