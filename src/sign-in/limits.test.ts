// A process of its own: the limits used up count per process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { PASSWORD, signInAt, totp } from '../../test/sign-in.ts'

const app = await startApp({ env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1,::1' } })
const auth = signInAt(app)
const beside = signInAt(app, (await app.beside()).url)
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const count = (answers: { status: number }[], status: number) =>
  answers.filter(one => one.status === status).length
const times = <T>(most: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: most }, (_, at) => work(at)))

function assertLimited(
  answers: { status: number; headers: Headers; body: { error: string } }[],
  policy: string,
) {
  for (const { headers, body } of answers.filter(one => one.status === 429)) {
    assert.equal(body.error, 'rate_limited')
    assert.match(headers.get('ratelimit') ?? '', /;r=0;t=\d+$/)
    assert.equal(headers.get('ratelimit-policy'), policy)
    assert.ok(Number(headers.get('retry-after')) > 0)
  }
}

test('ten sign-ins a quarter of an hour for an address and e-mail, exactly, over two nodes', async () => {
  const body = { email: 'force@example.org', password: 'jamais le bon mot de passe' }
  const answers = await times(30, at =>
    (at % 2 ? auth : beside).post('/sign-in/email', body, from('203.0.113.1')),
  )
  assert.deepEqual([count(answers, 401), count(answers, 429)], [10, 20])
  assertLimited(answers, '"sign-in";q=10;w=900')
  const spelt = { ...body, email: ' Force@Example.ORG ' }
  assert.equal((await auth.post('/sign-in/email', spelt, from('203.0.113.1'))).status, 429)
  assert.equal((await auth.post('/sign-in/email', body, from('203.0.113.2'))).status, 401)
  assert.equal(
    (await auth.post('/sign-in/email', { ...body, email: 'autre@example.org' }, from('203.0.113.1'))).status,
    401,
  )
})

test('five sign-ups an hour for an address; one IPv6 client network is one address', async () => {
  const answers = await times(15, at =>
    (at % 2 ? auth : beside).post(
      '/sign-up/email',
      { email: `inscrit${at}@example.org`, password: PASSWORD },
      from(`2001:db8:1:2::${at}`),
    ),
  )
  assert.deepEqual([count(answers, 200), count(answers, 429)], [5, 10])
  assertLimited(answers, '"sign-up";q=5;w=3600')
})

test('three reset mails and three verification mails an hour for an e-mail, from wherever', async () => {
  for (const [path, policy] of [
    ['/request-password-reset', '"password-reset";q=3;w=3600'],
    ['/send-verification-email', '"verification";q=3;w=3600'],
  ] as const) {
    const answers = await times(12, at =>
      (at % 2 ? auth : beside).post(path, { email: 'bombe@example.org' }, from(`203.0.113.${at}`)),
    )
    assert.deepEqual([count(answers, 200), count(answers, 429)], [3, 9], path)
    assertLimited(answers, policy)
    assert.equal(
      (await auth.post(path, { email: 'autre-bombe@example.org' }, from('203.0.113.1'))).status,
      200,
    )
  }
})

test('ten codes of a second factor a quarter of an hour for an address', async () => {
  const answers = await times(25, at =>
    (at % 2 ? auth : beside).post(
      `/two-factor/verify-${at % 3 ? 'totp' : 'backup-code'}`,
      { code: '123456' },
      from('198.51.100.7'),
    ),
  )
  assert.deepEqual([count(answers, 401), count(answers, 429)], [10, 15])
  assertLimited(answers, '"second-factor";q=10;w=900')
})

test('nothing that was counted says whose address it was', async () => {
  const { rows } = await app.owner.query('select key from rate_limits')
  assert.ok(rows.length > 0)
  for (const { key } of rows) assert.doesNotMatch(key, /example|203\.0|2001:|@/)
})

test('nothing of a whole walk stands in the log', async () => {
  const lines: string[] = []
  const logged = await startApp({ log: line => lines.push(line) })
  const there = signInAt(logged)
  const email = 'canari-9f31c7@example.org'
  const password = 'une mouette grise 9f31c7'
  const bearer = await there.member(email, password)
  await there.signUp(email, password)
  await there.signIn(email, `${password}x`)
  await there.post('/request-password-reset', { email, redirectTo: 'https://evil-9f31c7.example' })
  await there.post('/request-password-reset', { email })
  const link = await there.linkTo(email)
  await there.get(link)
  const token = await there.token(bearer)
  const { body } = await there.post('/two-factor/enable', { password }, { bearer })
  const code = totp(body.totpURI)
  await there.post('/two-factor/verify-totp', { code }, { bearer })
  await there.get('/verify-email?token=canari-9f31c7')
  await there.get('/get-session', {
    headers: { cookie: 'parvis.session_token=canari-9f31c7', origin: 'https://canari-9f31c7.example' },
  })
  const log = lines.join('')
  assert.ok(lines.length >= 12)
  // A reset link opens the account, so its path must not be logged.
  for (const trace of ['9f31c7', bearer, token, code, body.backupCodes[0], link.split('/').at(-1) ?? ''])
    assert.ok(!log.includes(trace), `${trace} stands in the log`)
})
