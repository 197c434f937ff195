import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import type { Role } from '../../../shared/words/access.ts'
import { startApp, type TestApp } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import { Issuer } from '../../../test/fixtures/issuer.ts'
import { setPassword } from '../../sign-in/issuer/accounts.ts'
import { personFor } from './linking.ts'
import { createUser, grantRole } from './queries.ts'

const issuer = await Issuer.open()
after(() => issuer[Symbol.asyncDispose]())
const app = await startApp({ env: issuer.env })
let people = 0
const address = () => `personne${++people}@example.org`

const me = (token: string, node: Pick<TestApp, 'as'> = app) =>
  node.as({ id: '', email: '', subject: '', token }, null).get('/me')
const verified = (email: string, more: object = {}) => issuer.token({ email, email_verified: true, ...more })
const traces = async (id: string) =>
  (await app.owner.query('select * from audit_log where entity_id = $1 order by id', [id])).rows
const identities = async (id: string) =>
  (await app.owner.query('select issuer from user_identities where user_id = $1 order by 1', [id])).rows.map(
    row => row.issuer,
  )
const rightsOf = (body: { data: { roles: Role[] } }) => body.data.roles

/** As commands create them: with a password for sign-in here, or without any account. */
const made = (email: string, roles: readonly Role[] = [], passwordHash: string | null = null) =>
  app.service.db.transaction(async tx => {
    const { id = '' } = (await createUser(tx, { email, nom: null })) ?? {}
    if (passwordHash !== null) await setPassword(tx, id, passwordHash)
    for (const role of roles) await grantRole(tx, id, role)
    return id
  })

test('a new person becomes one user without rights, with name and verified address', async () => {
  const email = address()
  const token = verified(email.toUpperCase(), { name: ' Zoé\u0000 Martin ' })
  const { status, body } = await me(token)
  assert.equal(status, 200)
  const { id, roles, acteurs, areas, ...rest } = body.data
  assert.deepEqual([rest.email, rest.nom, rest.status], [email, 'Zoé  Martin', 'active'])
  assert.deepEqual([roles, acteurs, areas], [[], [], []])
  assert.equal((await me(token)).body.data.id, id)
  assert.deepEqual(await identities(id), [issuer.url])
  const trail = await traces(id)
  assert.deepEqual(
    trail.map(row => [row.action, row.user_id, row.app_source, row.after]),
    [['user.created', id, 'public', { issuer: issuer.url, roles: [] }]],
  )
  assert.match(trail[0].request_id, /\S/)
  assert.doesNotMatch(JSON.stringify(trail), /example\.org|Martin/i)
})

test('unverified or ambiguous addresses are not stored and match nobody', async () => {
  const email = address()
  const operator = await made(email, ['admin'])
  for (const email_verified of [undefined, false, 'true', 1, 'false', null, [true]]) {
    const { status, body } = await me(issuer.token({ email, email_verified }))
    assert.deepEqual([status, body.data.email, body.data.roles], [200, null, []], String(email_verified))
    assert.notEqual(body.data.id, operator)
  }
  for (const odd of [
    'nobody',
    `${email}, b@c.fr`,
    { email },
    [email],
    7,
    `a@b.fr\u0000`,
    `\ud800${people}@b.fr`,
    `${'x'.repeat(250)}@b.fr`,
  ]) {
    const { status, body } = await me(issuer.token({ email: odd, email_verified: true }))
    assert.deepEqual([status, body.data.email], [200, null], String(odd))
  }
})

test('a letter that folds into another one does not match another person’s address', async () => {
  const operator = await made(`kim${++people}@example.org`, ['admin'])
  const { status, body } = await me(verified(`\u212Aim${people}@example.org`))
  assert.deepEqual([status, body.data.email], [200, null])
  assert.notEqual(body.data.id, operator)
  const dotted = await me(verified(`\u0130smet${++people}@example.org`))
  assert.deepEqual([dotted.status, dotted.body.data.email], [200, null])
  const accented = await me(verified(`ÉMILE${people}@example.org`))
  assert.deepEqual([accented.status, accented.body.data.email], [200, `émile${people}@example.org`])
})

test('an account without any sign-in is taken over with its rights; a printed token is no sign-in', async () => {
  const email = address()
  const id = await made(email, ['operator_communes'])
  const taken = await me(verified(email, { name: 'Ada' }))
  assert.deepEqual([taken.body.data.id, rightsOf(taken.body)], [id, ['operator_communes']])
  assert.deepEqual([taken.body.data.email, taken.body.data.nom], [email, 'Ada'])
  assert.deepEqual(
    (await traces(id)).map(row => [row.action, row.after]),
    [['user.identity_linked', { issuer: issuer.url }]],
  )
  const printed = await app.user(['operator_claims'])
  assert.equal((await me(printed.token)).status, 200)
  const again = await me(verified(printed.email))
  assert.deepEqual([again.body.data.id, rightsOf(again.body)], [printed.id, ['operator_claims']])
  assert.equal((await me(printed.token)).body.data.id, printed.id, 'the printed one goes on')
})

test('an invited user is taken over, with the address that was proven', async () => {
  const email = address()
  const { rows } = await app.owner.query('insert into users (invited_email) values ($1) returning id', [
    email,
  ])
  const { body } = await me(verified(email))
  assert.deepEqual([body.data.id, body.data.email], [rows[0].id, email])
  const after = await app.owner.query('select invited_email from users where id = $1', [rows[0].id])
  assert.equal(after.rows[0].invited_email, null)
})

test('a user with rights who signs in elsewhere is never linked by address', async () => {
  const acteur = (await app.owner.query(`insert into acteurs (nom) values ('Mairie') returning id`)).rows[0]
    .id
  const [withRole, withMembership, withPassword] = [address(), address(), address()]
  const elsewhere = async (email: string) => {
    const id = await made(email)
    await app.owner.query(`insert into user_identities values ('https://other.example', $1, $2)`, [email, id])
    return id
  }
  const [one, two] = [await elsewhere(withRole), await elsewhere(withMembership)]
  await app.owner.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [one])
  await app.owner.query(`insert into actor_users (acteur_id, user_id, role) values ($1, $2, 'owner')`, [
    acteur,
    two,
  ])
  const three = await made(withPassword, ['admin'], 'salt:key')
  for (const [email, holder] of [
    [withRole, one],
    [withMembership, two],
    [withPassword, three],
  ] as const) {
    const { status, body } = await me(verified(email))
    assert.deepEqual([status, body.data.roles, body.data.acteurs, body.data.email], [200, [], [], null])
    assert.notEqual(body.data.id, holder)
    assert.ok(!(await identities(holder)).includes(issuer.url))
  }
})

test('a user without rights who signs in elsewhere is linked', async () => {
  const email = address()
  const id = await made(email, [], 'salt:key')
  assert.equal((await me(verified(email))).body.data.id, id)
  assert.deepEqual(await identities(id), [issuer.url, 'parvis'].sort())
})

test('an address reassigned by its issuer does not open the first person’s account', async () => {
  const email = address()
  const first = (await me(verified(email, { name: 'Première' }))).body.data
  const second = (await me(verified(email, { name: 'Seconde' }))).body.data
  assert.notEqual(second.id, first.id)
  assert.deepEqual([second.email, second.nom], [null, 'Seconde'])
})

test('a suspended user is refused at every issuer and cannot return as a new user', async () => {
  const [email, other, invited] = [address(), address(), address()]
  const token = verified(email)
  const { id } = (await me(token)).body.data
  const waiting = await made(other, ['admin'])
  const guest = (
    await app.owner.query('insert into users (invited_email) values ($1) returning id', [invited])
  ).rows[0]
  await app.owner.query(`update users set status = 'suspended' where id = any($1)`, [[id, waiting, guest.id]])
  const before = (await app.owner.query('select count(*)::int as n from users')).rows[0].n
  for (const one of [token, verified(email), verified(other), verified(invited)]) {
    const { status, body } = await me(one)
    assert.equal(`${status} ${body.error}`, '403 account_suspended')
  }
  const { rows } = await app.owner.query('select count(*)::int as n from users')
  assert.equal(rows[0].n, before)
  assert.deepEqual(await identities(waiting), [])
})

test('fifty first requests of one person on two nodes create one user', async () => {
  const other = await app.beside()
  const count = async () => (await app.owner.query('select count(*)::int as n from users')).rows[0].n
  const waiting = address()
  const id = await made(waiting)
  for (const token of [verified(address()), issuer.token(), verified(waiting)]) {
    const before = await count()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => me(token, n % 2 ? app : other)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const ids = new Set(answers.map(({ body }) => body.data.id))
    assert.equal(ids.size, 1)
    assert.equal((await count()) - before, ids.has(id) ? 0 : 1)
    assert.equal((await traces([...ids][0])).length, 1)
  }
  const { rows } = await app.owner.query(
    `select total = (select count(*) from users) as counted from counters where name = 'users'`,
  )
  assert.ok(rows[0].counted)
})

test('twenty identities that prove one new address at once store it once', async () => {
  const email = address()
  const users = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      app.service.db.transaction(tx =>
        personFor(tx, { issuer: `https://issuer-${n}.example`, subject: 'same', verifiedEmail: email }),
      ),
    ),
  )
  // Without rights linking is safe: all of them are one person.
  assert.equal(new Set(users.map(({ id }) => id)).size, 1)
  const { rows } = await app.owner.query('select count(*)::int as n from users where email = $1', [email])
  assert.equal(rows[0].n, 1)
})

test('linking waits for a role being granted, and then keeps the accounts apart', async () => {
  const email = address()
  const id = await made(email, [], 'salt:key')
  const giving = new pg.Client(app.connection)
  await giving.connect()
  try {
    await giving.query('begin')
    await giving.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [id])
    let answered = false
    const visit = me(verified(email)).finally(() => {
      answered = true
    })
    const waiting = () => waitingForLocks(app.connection.database ?? '', { query: '%invited_email%' })
    await eventually(async () => answered || (await waiting()) === 1, 'it waits')
    await giving.query('commit')
    const { status, body } = await visit
    assert.deepEqual([status, body.data.roles, body.data.id === id], [200, [], false])
    assert.deepEqual(await identities(id), ['parvis'])
  } finally {
    await giving.end()
  }
})
