import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { outcome, PASSWORD, signInAt } from '../../test/sign-in.ts'
import { personFor } from '../people/users/linking.ts'

/** One domain in Unicode and in Punycode is one account. */

const app = await startApp({ env: { RATE_LIMIT_SCALE: '0' } })
const at = signInAt(app)
const both = (name: string) => [`${name}@xn--lan-9la.fr`, `${name}@élan.fr`] as const
const accounts = async (name: string) =>
  (
    await app.owner.query(
      `select (select count(*)::int from auth_users where email = any($1)) as accounts,
         (select count(*)::int from users where email = any($1) or invited_email = any($1)) as users`,
      [[...both(name)]],
    )
  ).rows[0]

test('whoever signs up in one spelling signs in, and asks for a password, in both', async () => {
  const [punycode, unicode] = both('mairie')
  assert.equal((await at.signUp(unicode)).status, 200)
  assert.equal((await at.get(await at.linkTo(punycode))).status, 200)
  for (const spelling of [punycode, unicode, 'Mairie@ÉLAN.fr'])
    assert.equal(outcome(await at.signIn(spelling)), '200', spelling)
  assert.equal((await at.signUp(unicode)).status, 200)
  assert.equal((await at.post('/request-password-reset', { email: unicode })).status, 200)
  assert.deepEqual(await accounts('mairie'), { accounts: 1, users: 1 })
  const templates = (await at.mailsTo(punycode)).map(({ template }) => template)
  assert.equal(templates.length, 3, templates.join(', '))
  assert.deepEqual(await at.mailsTo(unicode), [])
})

test('an account that has the other spelling goes on signing in, in both', async () => {
  const [punycode, unicode] = both('ancienne')
  await at.member(punycode)
  await app.owner.query('update auth_users set email = $2 where email = $1', [punycode, unicode])
  await app.owner.query('update users set email = $2 where email = $1', [punycode, unicode])
  for (const spelling of [punycode, unicode])
    assert.equal(outcome(await at.signIn(spelling)), '200', spelling)
  assert.equal((await at.signUp(punycode)).status, 200)
  assert.deepEqual(await accounts('ancienne'), { accounts: 1, users: 1 })
})

/** As it was before both spellings were one account. */
async function inUnicode(name: string): Promise<string> {
  const [punycode, unicode] = both(name)
  await at.member(punycode)
  await app.owner.query('update auth_users set email = $2 where email = $1', [punycode, unicode])
  const { rows } = await app.owner.query('update users set email = $2 where email = $1 returning id', [
    punycode,
    unicode,
  ])
  return rows[0].id
}

for (const column of ['invited_email', 'email'])
  test(`an account signs in in both spellings although another user has its ${column} in Punycode`, async () => {
    const [punycode, unicode] = both(column.replace('_', '-'))
    const id = await inUnicode(column.replace('_', '-'))
    await app.owner.query(`insert into users (${column}) values ($1)`, [punycode])
    for (const spelling of [punycode, unicode])
      assert.equal(outcome(await at.signIn(spelling)), '200', spelling)
    const { rows } = await app.owner.query('select email from users where id = $1', [id])
    assert.equal(rows[0].email, column === 'email' ? unicode : punycode)
    assert.deepEqual(await respelled(id), column === 'email' ? [] : [BY_NOBODY])
  })

const BY_NOBODY = { user_id: null, app_source: 'auth', after: {} }
const respelled = async (id: string) =>
  (
    await app.owner.query(
      `select user_id, app_source, after from audit_log where action = 'user.address_respelled' and entity_id = $1`,
      [id],
    )
  ).rows

test('a new spelling stands in the audit trail once, also after sign-ins at once', async () => {
  const id = await inUnicode('tracee')
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => at.signIn(both('tracee')[turn % 2] ?? '')),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  assert.deepEqual(await respelled(id), [BY_NOBODY])
})

test('of sign-ups in both spellings at once, one opens the account', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => at.signUp(both('ensemble')[turn % 2] ?? '', PASSWORD)),
  )
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal((await accounts('ensemble')).accounts, 1)
})

test('invitations and outside providers meet the same person', async () => {
  const [punycode, unicode] = both('secretariat')
  const admin = app.as(await app.user(['admin']))
  assert.equal((await admin.post('/admin/users', { email: unicode })).status, 201)
  assert.equal(outcome(await admin.post('/admin/users', { email: punycode })), '409 conflict')
  const person = (subject: string, verifiedEmail: string) =>
    app.service.db.transaction(tx => personFor(tx, { issuer: 'https://id.example', subject, verifiedEmail }))
  const first = await person('one', unicode)
  const second = await person('one', punycode)
  assert.equal(first.id, second.id)
  assert.equal((await accounts('secretariat')).users, 1)
})
