import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import { CLIENT, lyingProvider } from '../../../test/fixtures/lying-provider.ts'
import { signInAt } from '../../../test/sign-in.ts'

/** Roles that the groups of a provider give at each sign-in. */

const idp = await lyingProvider()
const EVERYWHERE = 'operator_moderation'
const app = await startApp({
  template: 'france',
  env: {
    OIDC_ISSUER: idp.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    RATE_LIMIT_SCALE: '0',
    OIDC_ROLE_MAP: JSON.stringify({
      presse: EVERYWHERE,
      support: 'operator_support',
      chefs: 'admin',
      orleans: { role: 'operator_communes', communes: ['45234'] },
      agglo: { role: 'operator_communes', epcis: ['244500468'] },
      nulle: { role: 'operator_imports', communes: ['99999'] },
    }),
  },
})
const auth = signInAt(app)
const admin = await app.user(['admin'])

async function begin() {
  const begun = await auth.post('/sign-in/social', {
    provider: 'oidc',
    callbackURL: '/',
    errorCallbackURL: '/connexion',
  })
  const cookie = begun.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
  return { url: begun.body.url as string, cookie }
}

/** Signs in with these groups: the user with their roles. */
async function signIn(sub: string, groups: unknown, more: object = {}) {
  const { url, cookie } = await begin()
  idp.lies.userinfo = { sub }
  idp.lies.claims = () => ({ sub, email: `${sub}@exemple.fr`, groups, ...more })
  const answer = await auth.get(`/callback/oidc${idp.arrive(url)}`, { headers: { cookie } })
  const bearer = answer.headers.get('set-auth-token')
  assert.ok(bearer, answer.headers.get('location') ?? '')
  const token = await auth.token(bearer)
  const { data } = (await app.as({ id: '', email: '', token }, null).get('/me')).body
  return { id: data.id as string, roles: data.roles as string[], bearer }
}
const rolesOf = async (id: string): Promise<string[]> =>
  (await app.as(admin).get(`/admin/users/${id}`)).body.data.roles
const audited = async (id: string) =>
  (
    await app.owner.query(
      `select before, after from audit_log where action = 'user.roles_mapped' and entity_id = $1 order by id`,
      [id],
    )
  ).rows

test('groups give roles at a sign-in, and take back at the next one what they gave', async () => {
  const { id, roles } = await signIn('anne', ['presse', 'support', 'inconnu'])
  assert.deepEqual(roles, ['operator_moderation', 'operator_support'])
  assert.deepEqual((await signIn('anne', ['presse'])).roles, ['operator_moderation'])
  assert.deepEqual((await signIn('anne', ['presse'])).roles, ['operator_moderation'])
  assert.deepEqual((await signIn('anne', undefined)).roles, [])
  const rows = await audited(id)
  assert.equal(rows.length, 3)
  assert.deepEqual(rows[0].after.roles, ['operator_moderation', 'operator_support'])
  assert.equal(rows[0].after.issuer, idp.issuer)
  assert.deepEqual([rows[2].before.roles, rows[2].after.roles], [['operator_moderation'], []])
})

test('places are named by their codes; a role of which no place exists is not given', async () => {
  const { id } = await signIn('lieux', ['orleans', 'agglo', 'nulle'])
  const { data } = (await app.as(admin).get(`/admin/users/${id}`)).body
  assert.deepEqual(data.roles, ['operator_communes'])
  const [{ communes, epcis }] = data.territories
  assert.deepEqual([communes[0].nom, epcis[0].code], ['Orléans', '244500468'])
  await signIn('lieux', ['agglo'])
  const [narrower] = (await app.as(admin).get(`/admin/users/${id}`)).body.data.territories
  assert.deepEqual([narrower.communes, narrower.epcis.length], [[], 1])
})

test('what an administrator removed does not come back, what they gave stays', async () => {
  const { id } = await signIn('main', ['presse', 'support'])
  const role = (name: string) => `/admin/users/${id}/roles/${name}`
  assert.equal((await app.as(admin).delete(role(EVERYWHERE))).status, 200)
  assert.equal(
    (await app.as(admin).post(`/admin/users/${id}/roles`, { role: 'operator_claims' })).status,
    200,
  )
  for (const groups of [['presse', 'support'], [], ['presse', 'support']])
    assert.ok(!(await signIn('main', groups)).roles.includes(EVERYWHERE))
  assert.deepEqual((await signIn('main', [])).roles, ['operator_claims'])
  // Given again by hand, it is the administrator's.
  await app.as(admin).post(`/admin/users/${id}/roles`, { role: EVERYWHERE })
  assert.deepEqual((await signIn('main', [])).roles, ['operator_claims', EVERYWHERE])
  // A role of the groups that an administrator gives again stays too.
  await signIn('main', ['support'])
  await app.as(admin).post(`/admin/users/${id}/roles`, { role: 'operator_support' })
  assert.ok((await signIn('main', [])).roles.includes('operator_support'))
})

test('the last administrator keeps the role, and loses it once there is another one', async () => {
  const { id } = await signIn('chef', ['chefs'])
  await app.owner.query(`update users set status = 'suspended' where id = $1`, [admin.id])
  assert.deepEqual((await signIn('chef', [])).roles, ['admin'])
  await app.owner.query(`update users set status = 'active' where id = $1`, [admin.id])
  assert.deepEqual((await signIn('chef', [])).roles, [])
  assert.deepEqual(await rolesOf(id), [])
})

test('groups that the provider leaves out change nothing; names of any length are harmless', async () => {
  await signIn('long', ['presse'])
  assert.deepEqual((await signIn('long', undefined, { _claim_names: { groups: 'src' } })).roles, [EVERYWHERE])
  const many = Array.from({ length: 5_000 }, (_, n) => `g${n}`)
  assert.deepEqual((await signIn('long', [...many, 'x'.repeat(40_000), 'presse\0', 7, null])).roles, [])
})

test('of many sign-ins of one person at once, one gives the roles', async () => {
  const { id } = await signIn('foule', [])
  const tries = await Promise.all(Array.from({ length: 12 }, begin))
  idp.lies.claims = () => ({ sub: 'foule', email: 'foule@exemple.fr', groups: ['presse', 'orleans'] })
  const answers = await Promise.all(
    tries.map(({ url, cookie }) => auth.get(`/callback/oidc${idp.arrive(url)}`, { headers: { cookie } })),
  )
  assert.ok(answers.every(answer => answer.headers.get('set-auth-token')))
  assert.deepEqual(await rolesOf(id), ['operator_communes', EVERYWHERE])
  assert.equal((await audited(id)).length, 1)
})

test('a role that an administrator removes during a sign-in does not come back', async () => {
  const { id } = await signIn('course', ['orleans'])
  // The statements of a removal, without its commit.
  await app.owner.query('begin')
  await app.owner.query('select from users where id = $1 for update', [id])
  await app.owner.query('delete from user_roles where user_id = $1', [id])
  await app.owner.query(`insert into removed_roles (user_id, role) values ($1, 'operator_communes')`, [id])
  // It changes the places of the role, so that it writes.
  const signingIn = signIn('course', ['agglo'])
  const isHeldUp = async () => (await waitingForLocks(app.connection.database ?? '')) > 0
  await eventually(isHeldUp, 'the sign-in waits for the removal')
  await app.owner.query('commit')
  assert.deepEqual((await signingIn).roles, [])
  assert.deepEqual(await rolesOf(id), [])
})
