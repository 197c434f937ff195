import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const lines: string[] = []
const app = await startApp({ env: { TRUST_PROXY: '127.0.0.1' }, log: line => lines.push(line) })
const commune = await make.commune(app)
// Before the first request: app scopes are cached for a second.
await app.owner.query(`insert into app_sources (slug, commune_ids) values ('d-ailleurs', array[$1::uuid])`, [
  await make.commune(app),
])
const acteur = (fields = {}) => make.acteur(app, commune, fields)
const submit = (acteur_id: string, fields: object = {}, user?: TestUser, headers = {}) =>
  app.as(user, 'public').post('/claims', { acteur_id, message: 'Je la préside.', ...fields }, { headers })
const claim = async (id: string) =>
  (await app.owner.query('select * from claims where id = $1', [id])).rows[0]
const claimsOf = async (acteurId: string) =>
  (await app.owner.query('select * from claims where acteur_id = $1 order by created_at', [acteurId])).rows
const mails = async (about: string) =>
  (
    await app.owner.query(
      'select template, recipient_email as to, language, text from mails where text like $1',
      [`%${about}%`],
    )
  ).rows

test('anybody can claim an acteur; the claim waits seven days, traced without contacts', async () => {
  const id = await acteur({ nom: 'Club anonyme' })
  const contacts = { nom: 'Jeanne Canari', email: ' Jeanne.Canari@example.org ', telephone: '04 78 11 22 33' }
  const { status, body } = await submit(id, contacts, undefined, { 'accept-language': 'en' })
  assert.deepEqual([status, Object.keys(body.data), body.data.status], [201, ['id', 'status'], 'pending'])
  const row = await claim(body.data.id)
  assert.deepEqual(
    [row.nom, row.email, row.telephone, row.claimant_user_id, row.language],
    ['Jeanne Canari', 'Jeanne.Canari@example.org', '04 78 11 22 33', null, 'en'],
  )
  assert.equal(row.expires_at - row.created_at, 7 * 86_400_000)
  const [entry, ...others] = await make.auditOf(app, body.data.id)
  assert.equal(others.length, 0)
  assert.deepEqual([entry.action, entry.after.acteur_id], ['claim.submitted', id])
  assert.doesNotMatch(JSON.stringify(entry), /canari|04 78|préside/i)
  assert.deepEqual(await mails('Club anonyme'), [], 'an address that was only typed is not written to yet')
})

test('a claim that nobody could be told of says that an address is needed, and cannot be approved', async () => {
  const office = app.as(await app.user(['admin']))
  const CASES = [
    [{}, undefined, 'email'],
    [{ nom: 'Jeanne Canari', telephone: '04 78 11 22 33' }, undefined, 'email'],
    [{ email: null }, undefined, 'email'],
    [{ email: 'jeanne@example.org' }, undefined, undefined],
    [{}, await app.user(), undefined],
  ] as const
  for (const [fields, user, needs] of CASES) {
    // Claims of one address are limited to five an hour.
    const headers = { 'x-forwarded-for': `192.0.2.${CASES.findIndex(([one]) => one === fields) + 1}` }
    const { status, body } = await submit(await acteur(), fields, user, headers)
    assert.deepEqual([status, body.data.status, body.data.needs], [201, 'pending', needs])
    const decided = await office.patch(`/admin/claims/${body.data.id}`, { status: 'approved' })
    const expected = needs === undefined ? '200 undefined' : '422 claimant_unknown'
    assert.equal(`${decided.status} ${decided.body.error}`, expected)
  }
})

test('a signed-in claimant gets a receipt, and the claim waits thirty days', async () => {
  const id = await acteur({ nom: 'Club connu' })
  const user = await app.user()
  const { body } = await submit(id, {}, user)
  const row = await claim(body.data.id)
  assert.deepEqual([row.claimant_user_id, row.email], [user.id, user.email])
  assert.equal(row.expires_at - row.created_at, 30 * 86_400_000)
  assert.deepEqual(
    (await mails('Club connu')).map(({ template, to }) => [template, to]),
    [['claim-received', user.email]],
  )
})

test('an invalid token is refused, and a suspended user cannot claim', async () => {
  const id = await acteur()
  const user = await app.user()
  assert.equal((await submit(id, {}, { ...user, token: 'nonsense' })).body.error, 'unauthenticated')
  await app.owner.query(`update users set status = 'suspended' where id = $1`, [user.id])
  assert.equal((await submit(id, {}, user)).body.error, 'account_suspended')
  assert.deepEqual(await claimsOf(id), [])
})

test('owners are told of a claim without its claimant; editors and the claimant are not', async () => {
  const id = await acteur({ nom: 'Club tenu' })
  const [owner, other, editor, gone] = [
    await app.user(),
    await app.user(),
    await app.user(),
    await app.user(),
  ]
  for (const user of [owner, other, gone]) await make.member(app, id, user)
  await make.member(app, id, editor, 'editor')
  await app.owner.query(`update users set status = 'suspended' where id = $1`, [gone.id])
  await submit(id, { nom: 'Canari', email: 'canari@example.org' }, other)
  const told = (await mails('Club tenu')).filter(({ template }) => template === 'claim-made')
  assert.deepEqual(
    told.map(({ to }) => to),
    [owner.email],
  )
  assert.doesNotMatch(told[0].text, /canari|préside/i)
})

test('a second claim is refused while one waits, and the refusal is traced', async () => {
  const id = await acteur()
  const first = (await submit(id, {}, await app.user())).body.data.id
  const user = await app.user()
  const { status, body } = await submit(id, {}, user)
  assert.equal(`${status} ${body.error}`, '409 claim_conflict')
  const [, conflict, ...others] = await make.auditOf(app, first)
  assert.equal(others.length, 0)
  assert.deepEqual(
    [conflict.action, conflict.entity, conflict.user_id, conflict.after],
    ['claim.conflict', 'claim', user.id, { acteur_id: id }],
  )
  assert.equal((await claimsOf(id)).length, 1)
})

test('a claim without account ends where a signed-in user claims, and its claimant is told; not the other way round', async () => {
  const id = await acteur({ nom: 'Club fermé' })
  const first = (await submit(id, { email: 'jeanne@example.org' })).body.data.id
  const user = await app.user()
  const { status, body } = await submit(id, {}, user)
  assert.equal(status, 201)
  assert.deepEqual(
    (await claimsOf(id)).map(one => [one.id, one.status]),
    [
      [first, 'expired'],
      [body.data.id, 'pending'],
    ],
  )
  assert.deepEqual(
    (await make.auditOf(app, first)).map(({ action }) => action),
    ['claim.submitted', 'claim.expired'],
  )
  assert.deepEqual((await mails('Club fermé')).map(({ template, to }) => [template, to]).sort(), [
    ['claim-closed', 'jeanne@example.org'],
    ['claim-received', user.email],
  ])
  for (const other of [undefined, await app.user()])
    assert.equal((await submit(id, {}, other)).body.error, 'claim_conflict')
})

test('of many claims at once, with and without account, one of a signed-in user stays open', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, () => app.user()))
  for (let round = 0; round < 3; round++) {
    const id = await acteur()
    const answers = await Promise.all(users.flatMap(user => [submit(id), submit(id, {}, user)]))
    assert.ok(answers.every(({ status }) => status === 201 || status === 409))
    const rows = await claimsOf(id)
    const open = rows.filter(({ status }) => status === 'pending')
    assert.deepEqual(
      open.map(one => users.some(user => user.id === one.claimant_user_id)),
      [true],
    )
    const ended = rows.filter(({ status }) => status === 'expired')
    assert.ok(ended.length <= 1 && ended.every(one => one.claimant_user_id === null))
    assert.equal(rows.length, open.length + ended.length)
  }
})

test('repeated with its key a claim is the first one, and a refusal is traced once', async () => {
  const id = await acteur()
  const key = { 'idempotency-key': 'une-demande' }
  const first = await submit(id, {}, undefined, key)
  const again = await submit(id, {}, undefined, key)
  assert.deepEqual([again.status, again.body], [201, first.body])
  const other = { 'idempotency-key': 'une-autre' }
  assert.deepEqual(
    [(await submit(id, {}, undefined, other)).status, (await submit(id, {}, undefined, other)).status],
    [409, 409],
  )
  assert.equal((await make.auditOf(app, first.body.data.id)).length, 2)
})

test('of fifty claims at once one opens; the others are refused, and every refusal is traced', async () => {
  for (let round = 0; round < 3; round++) {
    const id = await acteur()
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(id)))
    const outcomes = answers.map(({ status, body }) => `${status} ${body.error ?? body.data.status}`).sort()
    assert.deepEqual(outcomes, ['201 pending', ...Array(49).fill('409 claim_conflict')])
    const [row, ...others] = await claimsOf(id)
    assert.equal(others.length, 0)
    const trail = (await make.auditOf(app, row.id)).map(({ action }) => action)
    assert.deepEqual(trail.sort(), [...Array(49).fill('claim.conflict'), 'claim.submitted'])
  }
})

test('unknown, inactive and deleted acteurs cannot be claimed', async () => {
  const ids = [
    '00000000-0000-7000-8000-000000000000',
    await acteur({ active: false }),
    await acteur({ deleted_at: new Date() }),
  ]
  for (const id of ids) {
    const { status, body } = await submit(id)
    assert.equal(`${status} ${body.error}`, '404 not_found')
  }
})

test('an app limited to communes takes claims for them only', async () => {
  const id = await acteur()
  const { status, body } = await app
    .as(undefined, 'd-ailleurs')
    .post('/claims', { acteur_id: id, message: 'x' })
  assert.equal(`${status} ${body.error}`, '403 scope_violation')
  assert.deepEqual(await claimsOf(id), [])
})

test('refusals name the wrong field, and a claim cannot contain its own decision', async () => {
  const id = await acteur()
  for (const [fields, path] of [
    [{ acteur_id: undefined }, 'acteur_id'],
    [{ acteur_id: 'x' }, 'acteur_id'],
    [{ message: undefined }, 'message'],
    [{ message: ' ' }, 'message'],
    [{ message: 'x'.repeat(2001) }, 'message'],
    [{ nom: 'x'.repeat(201) }, 'nom'],
    [{ email: 'a@b.fr, c@d.fr' }, 'email'],
    [{ email: 'a@b.fr\r\nBcc: c@d.fr' }, 'email'],
    [{ telephone: '0'.repeat(31) }, 'telephone'],
    ...[
      'id',
      'status',
      'claimant_user_id',
      'user_id',
      'role',
      'permissions',
      'decided_at',
      'note',
      'expires_at',
    ].map(field => [{ [field]: 'approved' }, field] as const),
  ] as const) {
    const answer = await submit(id, fields)
    assert.deepEqual([answer.status, answer.body.details?.[0].path], [422, path], JSON.stringify(fields))
  }
  assert.equal((await submit(id, { nom: null, email: null, telephone: null })).status, 201)
})

test('an address can claim five times an hour and twenty times a day', async () => {
  const limited = await startApp({ env: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_SCALE: '1' } })
  const place = await make.commune(limited)
  const users = [undefined, await limited.user(), await limited.user(), await limited.user()]
  const free = await make.several(70, () => make.acteur(limited, place))
  const ask = (address: string, at: number) =>
    limited
      .as(users[at % 4], 'public')
      .post('/claims', { acteur_id: free.pop(), message: 'x' }, { headers: { 'x-forwarded-for': address } })
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => ask('203.0.113.5', at)))
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [...Array(5).fill(201), ...Array(35).fill(429)])
  const refused = answers.find(({ status }) => status === 429)
  assert.equal(refused?.headers.get('ratelimit-policy'), '"claim";q=5;w=3600')
  assert.equal((await ask('203.0.113.6', 1)).status, 201, 'another address is another allowance')

  // Five requests in each of four hours reach the day's limit of twenty, which is reported once the hourly limit has
  // passed.
  for (let hour = 0; hour < 4; hour++) {
    const five = await Promise.all(Array.from({ length: 5 }, (_, at) => ask('203.0.113.7', at)))
    assert.ok(five.every(({ status }) => status === 201))
    await limited.owner.query(`update rate_limits set free_at = now() where key like 'claim:%'`)
  }
  const next = await ask('203.0.113.7', 0)
  assert.deepEqual([next.status, next.headers.get('ratelimit-policy')], [429, '"claim-day";q=20;w=86400'])
})

test('the log contains nothing about claimants', () => {
  assert.ok(lines.length > 50)
  for (const trace of [/canari/i, /04 78/, /préside/, /@example\.org/, /user:/])
    assert.equal(
      lines.find(line => trace.test(line)),
      undefined,
      `${trace}`,
    )
})
