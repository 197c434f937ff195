import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { outcome, signInAt } from '../../test/sign-in.ts'

/** Several people sign up with one address before its owner verifies it. */

const app = await startApp()
const auth = signInAt(app)
const usersWith = async (email: string) =>
  (await app.owner.query('select id from users where email = $1', [email])).rows

const VICTIM = 'le mot de passe de la victime'
const ATTACKER = "le mot de passe de l'attaquant"

test('each link lets in the password of its own sign-up, whoever signed up since with the address', async () => {
  for (const [at, order] of [
    [VICTIM, ATTACKER],
    [ATTACKER, VICTIM],
    [VICTIM, ATTACKER, ATTACKER],
  ].entries()) {
    const email = `contestee${at}@example.org`
    const links = new Map<string, string>()
    for (const password of order) {
      await auth.signUp(email, password, password === VICTIM ? 'Victime' : 'Attaquant')
      links.set(password, await auth.linkTo(email))
    }
    assert.equal((await usersWith(email)).length, 0)
    assert.equal((await auth.get(links.get(VICTIM) ?? '')).status, 200)
    assert.equal(outcome(await auth.signIn(email, ATTACKER)), '401 invalid_credentials')
    assert.equal((await auth.signIn(email, VICTIM)).status, 200)
    const { rows } = await app.owner.query('select nom from users where email = $1', [email])
    assert.equal(rows[0].nom, 'Victime')
    // The other link no longer changes anything.
    assert.equal((await auth.get(links.get(ATTACKER) ?? '')).status, 200)
    assert.equal(outcome(await auth.signIn(email, ATTACKER)), '401 invalid_credentials')
    assert.equal((await auth.signIn(email, VICTIM)).status, 200)
  }
})

test('ten sign-ups of one address at once, and each of the ten links lets in its own password', async () => {
  const email = 'dix@example.org'
  const passwords = Array.from({ length: 10 }, (_, at) => `la fanfare répète le mardi ${at}`)
  const answers = await Promise.all(passwords.map(password => auth.signUp(email, password)))
  assert.deepEqual([...new Set(answers.map(outcome))], ['200'])
  const links = (await auth.mailsTo(email)).map(({ text }) => /\/auth(\/\S+)/.exec(text)?.[1] ?? '')
  assert.equal(new Set(links).size, 10)
  const followed = await Promise.all(links.map(link => auth.get(link)))
  assert.deepEqual([...new Set(followed.map(outcome))], ['200'])
  const let_in = await Promise.all(passwords.map(password => auth.signIn(email, password)))
  assert.equal(let_in.filter(({ status }) => status === 200).length, 1)
})

test('a link that is asked for again is that of the one sign-up there is; of several, it lets its reader choose', async () => {
  const email = 'encore-une-fois@example.org'
  const resend = async () => (await auth.post('/send-verification-email', { email })).status
  await auth.signUp(email, VICTIM)
  assert.equal(await resend(), 200)
  const again = await auth.linkTo(email)
  await auth.signUp(email, ATTACKER)
  assert.equal(await resend(), 200)
  const token = /^\/reset-password\/([^?]+)/.exec(await auth.linkTo(email))?.[1]
  assert.ok(token, 'nobody knows whose password it would be')
  const chosen = 'un mot de passe bien à elle'
  assert.equal((await auth.post('/reset-password', { token, newPassword: chosen })).status, 200)
  assert.equal((await auth.get(again)).status, 200)
  for (const password of [VICTIM, ATTACKER])
    assert.equal(outcome(await auth.signIn(email, password)), '401 invalid_credentials')
  assert.equal((await auth.signIn(email, chosen)).status, 200)
})

test('a password of a sign-up is unusable before the link is opened, and nowhere stored in clear text', async () => {
  const email = 'attend@example.org'
  await auth.signUp(email, VICTIM)
  await auth.signUp(email, ATTACKER)
  for (const password of [VICTIM, ATTACKER]) assert.notEqual((await auth.signIn(email, password)).status, 200)
  const { rows } = await app.owner.query(
    `select value from auth_verifications where identifier like 'sign-ups%'`,
  )
  assert.ok(
    rows.length > 1 && rows.every(({ value }) => !value.includes(VICTIM) && !value.includes(ATTACKER)),
  )
})

test('expected since they signed up, a person chooses a password: the one of the sign-up may be a stranger’s', async () => {
  const email = 'attendue-depuis@example.org'
  await auth.signUp(email, ATTACKER)
  const link = await auth.linkTo(email)
  const acteur = (await app.owner.query(`insert into acteurs (nom) values ('La Fanfare') returning id`))
    .rows[0].id
  const { rows } = await app.owner.query(
    `with u as (insert into users (invited_email) values ($1) returning id)
     insert into actor_users (acteur_id, user_id, role) select $2, id, 'owner' from u returning user_id`,
    [email, acteur],
  )
  assert.equal(outcome(await auth.get(link)), '400 invalid_token')
  assert.equal(outcome(await auth.get(link)), '400 invalid_token')
  assert.deepEqual(
    (await auth.mailsTo(email)).map(({ template }) => template),
    ['verify-email', 'invitation'],
  )
  assert.equal(outcome(await auth.signIn(email, ATTACKER)), '401 invalid_credentials')
  const { body } = await auth.get(await auth.linkTo(email, 'invitation'))
  assert.equal((await auth.post('/reset-password', { token: body.token, newPassword: VICTIM })).status, 200)
  assert.equal(outcome(await auth.signIn(email, ATTACKER)), '401 invalid_credentials')
  const token = await auth.token(await auth.session(email, VICTIM))
  const me = await app.as({ token }, null).get('/me')
  assert.deepEqual([me.body.data.id, me.body.data.acteurs.length], [rows[0].user_id, 1])
})
