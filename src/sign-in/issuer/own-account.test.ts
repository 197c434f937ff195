import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { outcome, PASSWORD, signInAt } from '../../../test/sign-in.ts'

/** Changes of users to their own account. */

const app = await startApp()
const auth = signInAt(app)
let people = 0
/** A signed-in user with a password. */
async function somebody() {
  const email = `compte${++people}@example.org`
  const bearer = await auth.member(email)
  const token = await auth.token(bearer)
  const { body } = await app.as({ token }, 'public').get('/me')
  return { email, bearer, token, id: body.data.id as string, subject: '' }
}
const withoutPassword = (email: string) =>
  app.owner.query(
    `update auth_accounts set password = null where user_id in (select id from auth_users where email = $1)`,
    [email],
  )
const tokenIn = async (email: string): Promise<string> =>
  /confirmer=([\w-]+)/.exec((await auth.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? assert.fail('no link')
const ask = (bearer: string, newEmail: string, password = PASSWORD) =>
  auth.post('/change-address', { newEmail, password }, { bearer })

test('another address: the new one is asked, the old one told, and one signs in with it from then on', async () => {
  const { email, bearer, id, token } = await somebody()
  assert.equal(
    outcome(await ask(bearer, 'autre@example.org', 'pas le bon mot de passe')),
    '400 invalid_password',
  )
  assert.equal(outcome(await ask(bearer, email)), '422 validation_failed')
  assert.equal(outcome(await ask(bearer, 'Neuve@Example.org')), '200')
  assert.equal((await app.as({ token }, 'public').get('/me')).body.data.email, email)
  const link = await tokenIn('neuve@example.org')
  // Another user who follows the link gets nothing.
  const other = await somebody()
  assert.equal(
    outcome(await auth.post('/confirm-address', { token: link }, { bearer: other.bearer })),
    '400 invalid_token',
  )
  assert.equal(outcome(await auth.post('/confirm-address', { token: link }, { bearer })), '200')
  assert.equal(outcome(await auth.post('/confirm-address', { token: link }, { bearer })), '400 invalid_token')
  assert.equal((await app.as({ token }, 'public').get('/me')).body.data.email, 'neuve@example.org')
  assert.equal(outcome(await auth.signIn(email)), '401 invalid_credentials')
  await auth.session('neuve@example.org')
  assert.deepEqual(
    (await auth.mailsTo(email)).map(({ template }) => template),
    ['verify-email', 'address-changed', 'address-changed'],
  )
  assert.deepEqual((await make.auditOf(app, id)).map(({ action }) => action).at(-1), 'user.address_changed')
})

test('an address that is somebody’s is not told to whoever asks for it, and is not taken', async () => {
  const [first, second] = [await somebody(), await somebody()]
  assert.equal(outcome(await ask(first.bearer, second.email)), '200')
  assert.equal((await auth.mailsTo(second.email)).at(-1)?.template, 'account-exists')
  // Two users ask for the same address: the second to confirm is refused.
  for (const { bearer } of [first, second])
    assert.equal(outcome(await ask(bearer, 'voulue@example.org')), '200')
  const links = (await auth.mailsTo('voulue@example.org')).map(
    ({ text }) => /confirmer=([\w-]+)/.exec(text)?.[1],
  )
  const answers = await Promise.all(
    [first, second].map(({ bearer }, at) => auth.post('/confirm-address', { token: links[at] }, { bearer })),
  )
  assert.deepEqual(answers.map(outcome).sort(), ['200', '409 conflict'])
})

test('an account is closed with its password: erased, told, signed out; who leaves an acteur alone says so', async () => {
  const { email, bearer, id, token } = await somebody()
  const acteur = await make.acteur(app, await make.commune(app), { nom: 'Boulangerie' })
  await make.member(app, acteur, { id, email, subject: '', token })
  const { body } = await app.as({ token }, 'public').get('/me/closing')
  assert.deepEqual(body.data.left_alone, [{ acteur_id: acteur, nom: 'Boulangerie', colleagues: 0 }])
  const close = (words: object) => auth.post('/close-account', words, { bearer })
  assert.equal(outcome(await close({})), '400 invalid_password')
  const refused = await close({ password: PASSWORD })
  assert.equal(outcome(refused), '409 last_owner')
  assert.deepEqual(refused.body.details, [{ path: 'acteurs', message: 'Boulangerie' }])
  assert.equal(outcome(await close({ password: PASSWORD, leaveAlone: true })), '200')
  assert.equal(outcome(await auth.get('/token', { bearer })), '401 unauthenticated')
  assert.equal((await app.as({ token }, 'public').get('/me')).status, 401)
  assert.equal(outcome(await auth.signIn(email)), '401 invalid_credentials')
  assert.deepEqual(
    (await auth.mailsTo(email)).map(({ template }) => template),
    ['account-closed'],
  )
  const { rows } = await app.owner.query('select email, nom, status from users where id = $1', [id])
  assert.deepEqual(rows, [{ email: null, nom: null, status: 'suspended' }])
})

test('pressed several times, an account is closed once: the others are signed in no more', async () => {
  const { email, bearer, id } = await somebody()
  // Proving one takes long on a busy machine: the first would be refused before the second waits.
  await withoutPassword(email)
  const close = () => auth.post('/close-account', {}, { bearer })
  await app.owner.query('begin')
  await app.owner.query('select from users where id = $1 for update', [id])
  const closing = [close(), close()]
  await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) === 2, 'both wait')
  await app.owner.query('commit')
  assert.deepEqual((await Promise.all(closing)).map(outcome).sort(), ['200', '401 unauthenticated'])
  assert.equal((await auth.mailsTo(email)).length, 1)
})

test('a user without a password must have signed in a moment ago', async () => {
  const { email, bearer, id } = await somebody()
  await withoutPassword(email)
  const close = () => auth.post('/close-account', {}, { bearer })
  await app.owner.query(
    `update auth_sessions set created_at = now() - interval '11 minutes'
    where user_id in (select id from auth_users where email = $1)`,
    [email],
  )
  assert.equal(outcome(await close()), '403 sign_in_again')
  await app.owner.query(
    `update auth_sessions set created_at = now()
    where user_id in (select id from auth_users where email = $1)`,
    [email],
  )
  assert.equal(outcome(await close()), '200')
  assert.equal((await app.owner.query('select from users where id = $1 and email is null', [id])).rowCount, 1)
})
