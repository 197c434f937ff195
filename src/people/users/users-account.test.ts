import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { outcome, PASSWORD, signInAt } from '../../../test/sign-in.ts'
import { DEFAULT_ADMIN, ensureFirstAdmin } from '../../sign-in/first-admin.ts'
import { setPassword } from '../../sign-in/issuer/accounts.ts'
import { HASH_COST } from './hash-in-thread.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { createUser } from './queries.ts'

const app = await startApp({ hashCost: HASH_COST })
const auth = signInAt(app)
const { service } = app
const meOf = async (bearer: string) =>
  (await app.as({ id: '', email: '', token: await auth.token(bearer) }, null).get('/me')).body.data

/** As the command `user create` does. */
const madeWith = (password: string, email: string, nom: string | null = null) =>
  service.db.transaction(async tx => {
    const { id = '' } = (await createUser(tx, { email, nom })) ?? {}
    await setPassword(tx, id, await hashPassword(password))
  })

test('the first administrator signs in with the printed password, also when several starts compete', async t => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parvis-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const config = testConfig({ DATA_DIR: dataDir })
  const made = await Promise.all(Array.from({ length: 4 }, () => ensureFirstAdmin(service.db, config, false)))
  assert.equal(made.filter(Boolean).length, 1)
  const password = readFileSync(join(dataDir, 'first-admin-password'), 'utf8').trim()
  const me = await meOf(await auth.session(DEFAULT_ADMIN, password))
  assert.deepEqual([me.email, me.roles], [DEFAULT_ADMIN, ['admin']])
})

test('a user created by a command signs in with the password as it was given, with the spaces around it', async () => {
  const email = 'commande@example.org'
  await madeWith(` ${PASSWORD} `, email, 'Paul')
  assert.equal((await meOf(await auth.session(email, ` ${PASSWORD} `))).nom, 'Paul')
  assert.equal(outcome(await auth.signIn(email)), '401 invalid_credentials')
  assert.equal(outcome(await auth.signUp(email, 'un autre mot de passe')), '200')
  assert.equal((await auth.mailsTo(email)).at(-1)?.template, 'account-exists')
})

test('an unverified sign-up gives way to an address that an operator vouches for', async () => {
  const email = 'devance@example.org'
  await auth.signUp(email, "le mot de passe de l'attaquant")
  const link = await auth.linkTo(email)
  await madeWith(PASSWORD, email)
  // The address is verified already: the link says so and changes nothing.
  assert.equal((await auth.get(link)).status, 200)
  assert.equal(outcome(await auth.signIn(email, "le mot de passe de l'attaquant")), '401 invalid_credentials')
  await auth.session(email)
})

test('deleting an identity deletes its account and sessions', async () => {
  const email = 'efface@example.org'
  const bearer = await auth.member(email)
  await app.owner.query('delete from users where email = $1', [email])
  assert.equal(outcome(await auth.get('/token', { bearer })), '401 unauthenticated')
  assert.equal((await app.owner.query('select from auth_users where email = $1', [email])).rowCount, 0)
})

test('passwords are normalised before hashing, and a malformed hash matches none', async () => {
  const hash = await hashPassword('pâte à crêpes élégante'.normalize('NFD'))
  assert.equal(await verifyPassword(hash, 'pâte à crêpes élégante'.normalize('NFC')), true)
  assert.equal(await verifyPassword(hash, 'pate a crepes elegante'), false)
  for (const broken of ['', ':', 'salt:', 'salt:zz', hash.slice(0, -2)])
    assert.equal(await verifyPassword(broken, 'pâte à crêpes élégante'), false)
})

test('unconfirmed and expired sign-ins are deleted', async () => {
  const { nightlyUpkeep } = await import('../../upkeep.ts')
  await auth.signUp('jamais@example.org')
  await auth.signUp('bientot@example.org')
  const bearer = await auth.member('reste@example.org')
  await app.owner.query(`update auth_users set created_at = now() - interval '8 days'
    where email in ('jamais@example.org', 'reste@example.org')`)
  await app.owner.query(
    `insert into auth_verifications (identifier, value, expires_at) values ('x', 'x', now() - interval '1 s')`,
  )
  const log = { info() {} } as never
  await service.db.transaction(tx => nightlyUpkeep(tx, {}, { log } as never))
  const { rows } = await app.owner.query(
    `select email from auth_users where email in ('jamais@example.org', 'bientot@example.org', 'reste@example.org') order by email`,
  )
  assert.deepEqual(
    rows.map(row => row.email),
    ['bientot@example.org', 'reste@example.org'],
  )
  assert.equal((await app.owner.query(`select from auth_verifications where identifier = 'x'`)).rowCount, 0)
  assert.equal((await auth.get('/token', { bearer })).status, 200)
})
