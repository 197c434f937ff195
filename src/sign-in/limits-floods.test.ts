// Of a release: floods of sign-ins.
// A process of its own: the limits used up count per process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FELT_HASH, startApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { times as atOnce } from '../../test/fuzz/asking.ts'
import { PASSWORD, signInAt } from '../../test/sign-in.ts'
import { sweepFreeLimits } from '../kernel/routes/limits.ts'

const app = await startApp({
  env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1,::1' },
  hashCost: FELT_HASH,
})
const auth = signInAt(app)
const beside = signInAt(app, (await app.beside()).url)
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const count = (answers: { status: number }[], status: number) =>
  answers.filter(one => one.status === status).length
const policyOf = (answers: { status: number; headers: Headers }[]) =>
  answers.find(one => one.status === 429)?.headers.get('ratelimit-policy')
const HOME = '203.0.113.1'
let people = 0
/** A few at once: more would wait for database connections on a busy machine. */
async function times<T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let at = 0; at < count; at += 8)
    done.push(...(await Promise.all(atOnce(Math.min(8, count - at), n => work(at + n)))))
  return done
}

async function member(address = HOME): Promise<string> {
  const email = `membre${++people}@example.org`
  assert.equal((await auth.post('/sign-up/email', { email, password: PASSWORD }, from(address))).status, 200)
  assert.equal((await auth.get(await auth.linkTo(email))).status, 200)
  assert.equal((await signIn(email, address)).status, 200)
  return email
}
const signIn = (email: string, address: string, password = PASSWORD, at = auth) =>
  at.post('/sign-in/email', { email, password }, from(address))
/** Simulates a hundred attempts of strangers from many addresses. */
async function shutMailbox(email: string): Promise<void> {
  await app.owner.query(`delete from rate_limits where key like 'sign-in-mailbox:%'`)
  assert.equal((await signIn(email, '192.0.2.77', 'jamais le bon mot')).status, 401)
  const { rowCount } = await app.owner.query(
    `update rate_limits set free_at = now() + interval '1 hour' where key like 'sign-in-mailbox:%'`,
  )
  assert.equal(rowCount, 1)
}

test('fifty sign-ins a quarter of an hour for a client network, whatever the addresses, before the body is read', async () => {
  await app.owner.query('delete from rate_limits')
  // Without a valid body, nothing is hashed.
  const began = performance.now()
  const answers = await times(80, at =>
    (at % 2 ? auth : beside).post('/sign-in/email', { email: `x${at}` }, from('198.51.100.1')),
  )
  // The limit regains one every 18 seconds.
  const back = Math.ceil((performance.now() - began) / 18_000)
  const [passed, refused] = [count(answers, 422), count(answers, 429)]
  assert.ok(passed >= 50 && passed <= 50 + back && passed + refused === 80, `${passed} and ${refused}`)
  assert.equal(policyOf(answers), '"sign-in-household";q=50;w=900')
  await eventually(async () => (await signIn('x@example.org', '198.51.100.1')).status === 429, 'the limit')
  assert.equal((await signIn('x@example.org', '198.51.100.2')).status, 401)
})

test('a mailbox that strangers tried too often is shut for strangers: its owner gets in from where they always do', async () => {
  await app.owner.query('delete from rate_limits')
  const email = await member()
  await shutMailbox(email)
  const stranger = await signIn(email, '192.0.2.78')
  assert.equal(stranger.status, 429)
  assert.equal(stranger.headers.get('ratelimit-policy'), '"sign-in-mailbox";q=100;w=3600')
  assert.equal((await signIn(email, HOME)).status, 200)
  assert.equal((await signIn(email, HOME, 'jamais le bon mot')).status, 401)
})

test('from a new place its owner gets in by a reset; a mailbox that nobody has is shut in the same way', async () => {
  await app.owner.query('delete from rate_limits')
  const email = await member()
  await shutMailbox(email)
  const away = '198.51.100.9'
  assert.equal((await signIn(email, away)).status, 429)
  assert.equal((await auth.post('/request-password-reset', { email }, from('192.0.2.79'))).status, 200)
  const token = (await auth.get(await auth.linkTo(email))).body.token
  const newPassword = 'un autre mot de passe assez long'
  assert.equal((await auth.post('/reset-password', { newPassword, token }, from(away))).status, 200)
  assert.equal((await signIn(email, away, newPassword)).status, 200)
  assert.equal((await signIn(email, '192.0.2.80', newPassword)).status, 429)
  await shutMailbox('personne@example.org')
  assert.equal((await signIn('personne@example.org', '192.0.2.81')).status, 429)
})

test('mails to one mailbox: three an hour for each kind, from however many addresses, known or not', async () => {
  await app.owner.query('delete from rate_limits')
  const known = await member()
  for (const email of [known, 'inconnu@example.org']) {
    const before = (await auth.mailsTo(email)).length
    for (const [path, more] of [
      ['/sign-up/email', { password: PASSWORD }],
      ['/request-password-reset', {}],
      ['/send-verification-email', {}],
    ] as const) {
      const answers = await times(8, at =>
        (at % 2 ? auth : beside).post(path, { email, ...more }, from(`203.0.113.${100 + at}`)),
      )
      const wanted = email === known && path === '/sign-up/email' ? 2 : 3
      assert.deepEqual([count(answers, 200), count(answers, 429)], [wanted, 8 - wanted], `${path} ${email}`)
    }
    assert.ok((await auth.mailsTo(email)).length - before <= 9)
  }
})

test('one client network makes twenty requests an hour for mails, and rows that are counted by the same number', async () => {
  await app.owner.query('delete from rate_limits')
  for (const path of ['/request-password-reset', '/send-verification-email']) {
    const answers = await times(60, at =>
      (at % 2 ? auth : beside).post(path, { email: `inonde${at}@example.org` }, from('198.51.100.20')),
    )
    assert.deepEqual([count(answers, 200), count(answers, 429)], [20, 40], path)
  }
  const { rows } = await app.owner.query('select count(*)::int as n from rate_limits')
  assert.equal(rows[0].n, 2 * (20 + 1))
})

/** Sends wrong passwords from `address(n)`, a dozen at once, while `meanwhile` runs. */
async function flooded(address: (n: number) => string, meanwhile: () => Promise<void>): Promise<void> {
  let [flooding, sent, refused] = [true, 0, 0]
  const flood = atOnce(12, async () => {
    while (flooding) {
      const n = sent++
      const answer = await signIn(`a${n}@example.org`, address(n), 'jamais le bon mot')
      if (answer.status === 401) refused++
    }
  })
  try {
    await eventually(async () => refused >= 24, 'the flood', 120_000)
    await meanwhile()
  } finally {
    flooding = false
    await Promise.all(flood)
  }
}

test('while six client networks flood the hashing of passwords, people sign in from home and from new places', async () => {
  await app.owner.query('delete from rate_limits')
  const email = await member()
  await flooded(
    n => `192.0.2.${1 + (n % 6)}`,
    async () => {
      for (const address of [HOME, '198.51.100.40', HOME, '198.51.100.41'])
        assert.equal((await signIn(email, address)).status, 200, address)
    },
  )
})

test('while every wrong password comes from a new address, whoever signed in here before signs in', async () => {
  await app.owner.query('delete from rate_limits')
  const email = await member()
  await flooded(
    n => `2001:db8:9:${n.toString(16)}::1`,
    async () => {
      for (let n = 0; n < 3; n++) assert.equal((await signIn(email, HOME)).status, 200)
    },
  )
})

test('counts that say nothing any more are swept, all of them and nothing else', async () => {
  await app.owner.query('delete from rate_limits')
  await app.owner.query(`insert into rate_limits select 'test:' || n, now() + (n % 2 * 2 - 1) * interval '1 hour'
    from generate_series(1, 12001) n`)
  assert.equal(await sweepFreeLimits(app.service.db.pool), 6_000)
  const { rows } = await app.owner.query('select count(*)::int as n from rate_limits where free_at > now()')
  assert.equal(rows[0].n, 6_001)
  assert.equal(await sweepFreeLimits(app.service.db.pool), 0)
})
