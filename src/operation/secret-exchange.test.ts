import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp, TEST_SECRET, testConfig } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { PASSWORD, signInAt, totp } from '../../test/sign-in.ts'
import { secretsFrom } from '../kernel/settings/secrets.ts'
import { createLog } from '../kernel/telemetry/log.ts'
import { authorizationWith } from '../place/push/keys.ts'
import { openService, type Service } from '../service.ts'
import { exchange } from './secret-exchange.ts'

const [SECOND, THIRD] = [
  'the second secret, long enough for all of it',
  'the third secret, long enough for all of it',
]
const app = await startApp()
const nodes: Service[] = []
after(() => Promise.all(nodes.map(node => node.stop())))

/** A node on the same database, with this secret and optionally the old one. */
async function nodeWith(secret: string, ...otherSecrets: string[]) {
  const service = await openService({
    config: testConfig({ DATA_DIR: app.dataDir }),
    log: createLog('silent'),
    secret,
    otherSecrets,
    jobs: {},
    connection: app.connection,
    hashCost: { N: 16, r: 1, p: 1 },
  })
  nodes.push(service)
  const url = await service.listen()
  const auth = signInAt(app, url)
  return {
    service,
    auth,
    me: async (token: string) =>
      (
        await fetch(`${url}/api/v1/me`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status,
    /** Signs in with password and second factor. */
    async enters(email: string, code: string, way = 'totp') {
      const cookie = (await auth.signIn(email)).headers
        .getSetCookie()
        .find(one => one.startsWith('parvis.two_factor='))
      const headers = { cookie: cookie?.split(';')[0] ?? '', origin: 'http://parvis.test' }
      return (await auth.post(`/two-factor/verify-${way}`, { code }, { headers })).status
    },
  }
}

test('the secret is exchanged: second factors, keys and tokens go on; with --leaked, tokens and sessions end', async () => {
  const email = 'double@example.org'
  const auth = signInAt(app)
  const bearer = await auth.member(email)
  const { body } = await auth.post('/two-factor/enable', { password: PASSWORD }, { bearer })
  const uri = body.totpURI
  // With the previous TOTP code, since the current one must stay unused. The period may end meanwhile.
  const turnOn = () =>
    auth.post('/two-factor/verify-totp', { code: totp(uri, Date.now() - 30_000) }, { bearer })
  const tried = await turnOn()
  const on = tried.status === 200 ? tried : await turnOn()
  assert.equal(on.status, 200)
  const token = await auth.token(on.body.token)
  assert.equal((await app.as({ token }, null).get('/me')).status, 200)
  const office = app.as(await app.user(['admin']))
  const key = 'clef-canari-4711'
  const acteur = await make.acteur(app, await make.commune(app))
  const made = await office.post('/admin/import-sources', {
    nom: 'Agenda',
    kind: 'openagenda',
    url: 'https://openagenda.com/a',
    schedule: 'manual',
    moderation: 'pending',
    acteur_id: acteur,
    options: { api_key: key },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const sealed = async () =>
    (await app.owner.query('select api_key from import_sources where id = $1', [made.body.data.id])).rows[0]
      .api_key

  const push = (secrets = app.service.secrets) =>
    authorizationWith(app.service.db.pool, secrets, 'https://parvis.exemple.fr')
  await push()

  const between = await nodeWith(SECOND, TEST_SECRET)
  assert.equal(await between.enters(email, totp(uri)), 200)
  assert.equal(await between.me(token), 200)
  assert.equal(between.service.secrets.open(await sealed()), key)

  const { db } = between.service
  await db.transaction(tx => exchange(tx, secretsFrom(SECOND, [TEST_SECRET]), false))
  const second = await nodeWith(SECOND)
  assert.equal(await second.enters(email, body.backupCodes[0], 'backup-code'), 200)
  assert.equal(await second.me(token), 200, 'signed before, and good as long as it says')
  assert.equal(second.service.secrets.open(await sealed()), key)
  await push(second.service.secrets)
  await assert.rejects(push(), 'the key of push messages is sealed with the new secret')
  assert.throws(() => app.service.secrets.open(String(second.service.secrets.seal('x'))))
  assert.notEqual((await second.auth.get('/token', { bearer: on.body.token })).status, 200)

  const sessions = (await app.owner.query('select from auth_sessions')).rowCount
  await db.transaction(tx => exchange(tx, secretsFrom(THIRD, [SECOND]), true))
  const third = await nodeWith(THIRD)
  assert.equal(await third.me(token), 401)
  assert.equal((await app.owner.query('select from auth_sessions')).rowCount, 0)
  assert.equal(await third.enters(email, totp(uri, Date.now() + 30_000)), 200)
  assert.equal(third.service.secrets.open(await sealed()), key)
  assert.equal((await app.owner.query('select from push_keys')).rowCount, 0)
  const { body: trail } = await office.get('/admin/audit?action=secret.exchanged')
  assert.deepEqual(
    trail.data.map(({ app_source, after }: { app_source: string; after: object }) => [app_source, after]),
    [
      [
        'command',
        {
          leaked: true,
          source_keys: 1,
          second_factors: 1,
          subscribers: 0,
          webhooks: 0,
          sessions,
          push_subscriptions: 0,
        },
      ],
      [
        'command',
        { leaked: false, source_keys: 1, second_factors: 1, subscribers: 0, webhooks: 0, signing_keys: 1 },
      ],
    ],
  )
})
