import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../src/routes.ts'
import { startApp } from './app.ts'
import * as make from './factories.ts'
import { CLIENT, lyingProvider } from './fixtures/lying-provider.ts'
import { outcome, PASSWORD, signInAt, totp } from './sign-in.ts'
import { tableState } from './table-state.ts'

/** `SECOND_FACTOR=required`: every row of the back-office, for each way to sign in. */

const provider = await lyingProvider()
const app = await startApp({
  env: {
    SECOND_FACTOR: 'required',
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: 'https://api.example',
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    RATE_LIMIT_SCALE: '0',
  },
})
const auth = signInAt(app)
const rows = routes.flatMap(row => (row.access.kind === 'admin' ? [row] : []))

async function withRole(email: string, role = 'admin') {
  const bearer = await auth.member(email)
  await app.owner.query('insert into user_roles (user_id, role) select id, $2 from users where email = $1', [
    email,
    role,
  ])
  return bearer
}
const as = async (bearer: string, source: string | null = 'backoffice') =>
  app.as({ token: await auth.token(bearer) } as never, source)
async function turnOn(bearer: string) {
  const { body } = await auth.post('/two-factor/enable', { password: PASSWORD }, { bearer })
  const on = await auth.post('/two-factor/verify-totp', { code: totp(body.totpURI) }, { bearer })
  assert.equal(on.status, 200)
  return on.body.token as string
}
const isNeeded = async (bearer: string) =>
  (await auth.get('/token', { bearer })).body.secondFactorNeeded === true

test('every row of the back-office refuses a person with a role and no second factor, and changes nothing', async t => {
  const bearer = await withRole('sans@example.org')
  assert.ok(await isNeeded(bearer))
  const office = await as(bearer)
  const before = await tableState(app.owner)
  assert.ok(rows.length > 150)
  for (const row of rows) {
    const path = row.path.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')
    const answer = await office.send(row.method, path, undefined, {
      ...(row.method !== 'GET' && { raw: '{"unknown": ' }),
    })
    assert.equal(outcome(answer), '403 second_factor_required', `${row.method} ${row.path}`)
    assert.match(answer.body.message, /second facteur/)
  }
  assert.deepEqual(await tableState(app.owner), before)
  t.diagnostic(`${rows.length} rows`)
})

test('a role opens nothing outside of the back-office either, and what the person is without it stays', async () => {
  const bearer = await withRole('ailleurs@example.org')
  const commune = await make.commune(app)
  const [other, own] = await make.several(2, () => make.acteur(app, commune))
  const { rows: found } = await app.owner.query(`select id from users where email = 'ailleurs@example.org'`)
  await make.member(app, own ?? '', { id: found[0].id } as never, 'owner')
  const write = async (acteur_id: string | undefined) =>
    outcome(
      await (await as(bearer, null)).post('/publications', {
        title: 'Un loto',
        body: 'Ce soir',
        acteur_id,
        commune_id: commune,
      }),
    )
  assert.equal(await write(other), '403 scope_violation')
  assert.equal(await write(own), '201')
  const again = await turnOn(bearer)
  assert.equal((await (await as(again, null)).get('/me')).body.data.roles[0], 'admin')
})

test('with the second factor on, the person is let in at once; it cannot be turned off, unless the roles are gone', async () => {
  const bearer = await turnOn(await withRole('avec@example.org'))
  assert.ok(!(await isNeeded(bearer)))
  assert.equal((await (await as(bearer)).get('/admin/dashboard')).status, 200)
  const off = () => auth.post('/two-factor/disable', { password: PASSWORD }, { bearer })
  assert.equal(outcome(await off()), '403 second_factor_required')
  assert.equal((await (await as(bearer)).get('/admin/dashboard')).status, 200)
  await app.owner.query(
    `delete from user_roles where user_id = (select id from users where email = 'avec@example.org')`,
  )
  assert.equal((await off()).status, 200)
})

test('the order of refusals: suspended, role and back-office come before the second factor', async () => {
  const bearer = await withRole('ordre@example.org', 'operator_communes')
  assert.equal(outcome(await (await as(bearer)).get('/admin/publications')), '403 admin_required')
  assert.equal(outcome(await (await as(bearer, 'public')).get('/admin/communes')), '403 scope_violation')
  assert.equal(outcome(await (await as(bearer)).get('/admin/communes')), '403 second_factor_required')
  const office = await as(bearer)
  await app.owner.query(`update users set status = 'suspended' where email = 'ordre@example.org'`)
  assert.equal(outcome(await office.get('/admin/communes')), '403 account_suspended')
})

test('nobody without a role is asked, and programs and tokens of the operator go on', async () => {
  const bearer = await auth.member('personne@example.org')
  assert.ok(!(await isNeeded(bearer)))
  assert.equal((await (await as(bearer, null)).get('/me')).status, 200)
  assert.equal((await app.as(await app.user(['admin'])).get('/admin/dashboard')).status, 200)
})

async function fromProvider(claims: object): Promise<string> {
  provider.lies.claims = () => ({ sub: 'maelle', email: 'maelle@example.org', ...claims })
  const begun = await auth.post('/sign-in/social', { provider: 'oidc', callbackURL: '/' })
  const cookie = begun.headers.getSetCookie().map(one => one.split(';')[0])
  const back = await auth.get(`/callback/oidc${provider.arrive(begun.body.url)}`, {
    headers: { cookie: cookie.join('; ') },
  })
  return back.headers.get('set-auth-token') ?? assert.fail('no session')
}

test('at an outside provider two factors count where it says so, for that session alone', async () => {
  const first = await fromProvider({})
  await app.owner.query(
    `insert into user_roles (user_id, role) select id, 'admin' from users where email = 'maelle@example.org'`,
  )
  const opens = async (bearer: string) => outcome(await (await as(bearer)).get('/admin/dashboard'))
  assert.equal(await opens(first), '403 second_factor_required')
  assert.ok(await isNeeded(first))
  for (const claims of [{ amr: ['pwd', 'otp'] }, { acr: 'eidas2' }]) {
    const bearer = await fromProvider(claims)
    assert.equal(await opens(bearer), '200')
    assert.ok(!(await isNeeded(bearer)))
  }
  assert.equal(await opens(await fromProvider({ amr: ['pwd'], acr: 'eidas1' })), '403 second_factor_required')
  // Access tokens of the provider itself.
  const token = async (claims: object) => {
    const now = Math.floor(Date.now() / 1000)
    const own = { iss: provider.issuer, aud: 'https://api.example', sub: 'maelle', iat: now, exp: now + 300 }
    return app.as({ token: await provider.sign({ ...own, ...claims }, { typ: 'at+jwt' }) } as never)
  }
  assert.equal(outcome(await (await token({})).get('/admin/dashboard')), '403 second_factor_required')
  assert.equal(outcome(await (await token({ amr: ['mfa'] })).get('/admin/dashboard')), '200')
})
