/** A first start: administrator, secrets, payment webhook, and refusals before a database is created. */
// Of a release: it starts services as an operator does.
// A process of its own: it starts the service from a tree of its own, which goes at the end.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import fs from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { eventually } from './eventually.ts'
import {
  adminHeaders,
  assertRefused,
  atLast,
  command,
  createCommune,
  filledTree,
  freshTree,
  type Running,
  start,
} from './fixtures/service-process.ts'
import { deliver, event, signature, subscription } from './payments/events.ts'
import { KEY, startProvider } from './payments/provider.ts'

const CHOSEN = { PARVIS_ADMIN_EMAIL: 'maire@ville.fr', PARVIS_ADMIN_PASSWORD: 'chosen by the mayor' }
const TOKEN = ['token', '--email', CHOSEN.PARVIS_ADMIN_EMAIL]

let service: Running
before(async () => {
  service = await start(await filledTree(), { env: CHOSEN })
})
atLast(async () => {
  await service.stop()
})
const nothingMade = (tree: string) => assert.equal(fs.existsSync(join(tree, '.data')), false)

async function token(): Promise<string> {
  const { code, stdout, stderr } = await command(service.tree, TOKEN, { env: service.env })
  assert.equal(code, 0, stderr)
  return stdout.trim()
}

test('an operator chooses the first administrator', async () => {
  assert.match(service.said.stderr, /Sign in {4}maire@ville\.fr\n/)
  await createCommune(service, await token(), 'Ville')
  assert.equal(fs.existsSync(join(service.tree, '.data', 'first-admin-password')), false)
})

test('a secret is made at the first start, doctor says where it lies, and what is signed with it is applied', async () => {
  const file = join(service.tree, '.data/payment-signing-secret')
  const secret = fs.readFileSync(file, 'utf8')
  assert.match(secret, /^whsec_[\w-]{43}$/)
  assert.equal(fs.statSync(file).mode & 0o777, 0o600)
  assert.ok(!service.said.stdout.includes(secret) && !service.said.stderr.includes(secret))
  const doctor = await command(service.tree, ['doctor'], { env: service.env })
  assert.match(
    doctor.stdout,
    /^note {3}payment +events are signed with the secret in \S+\/\.data\/payment-signing-secret$/m,
  )
  assert.ok(!doctor.stdout.includes(secret.slice(6)) && !doctor.stderr.includes(secret.slice(6)))

  const one = event('customer.subscription.updated', 1, subscription('sub_Debut', 'active'))
  const payload = JSON.stringify(one)
  assert.equal((await deliver(service.url, payload)).status, 400)
  const headers = { 'payment-signature': signature(payload, secret) }
  assert.equal((await deliver(service.url, payload, headers)).status, 200)
  const admin = adminHeaders(await token())
  const listed = async (what: string) => {
    const response = await fetch(`${service.url}/api/v1/admin/${what}`, { headers: admin })
    return ((await response.json()) as { data: Record<string, unknown>[] }).data
  }
  await eventually(
    async () => (await listed('payment-events'))[0]?.status === 'processed',
    'the worker has applied it',
  )
  assert.equal((await listed('subscriptions'))[0]?.provider_subscription_id, 'sub_Debut')

  const reconcile = (env: Record<string, string>, ...more: string[]) =>
    command(service.tree, ['subscriptions', 'reconcile', ...more], { env: { ...service.env, ...env } })
  const without = await reconcile({})
  assert.equal(without.code, 1)
  assert.match(without.stderr, /^STRIPE_API_KEY is not set: [^\n]+\n$/)
  const provider = await startProvider()
  provider.subscriptions.push(subscription('sub_Debut', 'past_due'))
  const env = { STRIPE_API_KEY: KEY, STRIPE_API_BASE: provider.url }
  const told = await reconcile(env)
  assert.equal(told.code, 1)
  assert.match(
    told.stdout,
    /^differs {2}sub_Debut {2}status: active here, past_due there\n1 subscriptions compared/,
  )
  const repaired = await reconcile(env, '--repair')
  assert.deepEqual([repaired.code, repaired.stderr], [0, ''])
  assert.equal((await listed('subscriptions'))[0]?.status, 'past_due')
})

test('a port that is taken', async () => {
  const tree = freshTree()
  const { port } = new URL(service.url)
  assertRefused(
    await command(tree, ['start'], { env: { PORT: port } }),
    new RegExp(`^PORT ${port} is taken on 127\\.0\\.0\\.1: stop what uses it, or set another PORT\\.\n$`),
  )
  nothingMade(tree)
})

test('a port that is taken on the other address of localhost', async t => {
  const somebody = createServer().listen(0, '::1')
  const outcome = await Promise.race([once(somebody, 'listening'), once(somebody, 'error')])
  if (outcome.length > 0) return t.skip('this machine has no ::1')
  const { port } = somebody.address() as AddressInfo
  const tree = freshTree()
  try {
    assertRefused(
      await command(tree, ['start'], { env: { HOST: 'localhost', PORT: String(port) } }),
      new RegExp(`^PORT ${port} is taken on localhost: stop what uses it, or set another PORT\\.\n$`),
    )
    nothingMade(tree)
  } finally {
    somebody.close()
  }
})

test('a command that names nobody, or something that does not exist', async () => {
  const tree = freshTree()
  for (const [args, sentence] of [
    [['user', 'create'], /^--email takes one/],
    [['user', 'grant', '--role', 'admin'], /^--email takes one/],
    [['user', 'revoke', '--email', 'a@b.fr', '--role', 'king'], /^--role takes one of/],
    [['user', 'grant', '--email', 'a@b.fr'], /^--role takes one of/],
    // A folder without a database is not the service's: commands refuse instead of reporting that nothing is stored.
    [
      ['user', 'export', '--email', 'a@b.fr'],
      /^There is no database in .*\.data: set DATA_DIR as the service has it/,
    ],
    [['doctor'], /^There is no database in/],
    [['backup', 'file.gz'], /^There is no database in/],
    [['user', 'export'], /^--email takes one/],
    [['user', 'erase'], /^--email takes one/],
    [['member', 'set', '--email', 'a@b.fr', '--acteur', 'x'], /^--acteur takes/],
    [['token'], /^--email takes one/],
    [['token', '--email', 'a@b.fr', '--ttl', '2d'], /^--ttl takes/],
  ] as const)
    assertRefused(await command(tree, [...args]), sentence)
  nothingMade(tree)
})

test('a token without the settings of the start opens the service that runs; one for elsewhere says so', async () => {
  const me = async (token: string) =>
    (
      await fetch(`${service.url}/api/v1/me`, {
        headers: { authorization: `Bearer ${token.trim()}`, 'x-app-source': 'public' },
      })
    ).status
  const plain = await command(service.tree, TOKEN)
  assert.deepEqual([plain.code, plain.stderr, await me(plain.stdout)], [0, '', 200])
  const elsewhere = await command(service.tree, TOKEN, { env: { PUBLIC_URL: 'https://ailleurs.fr' } })
  assert.equal(await me(elsewhere.stdout), 401)
  assert.equal(
    elsewhere.stderr,
    `For https://ailleurs.fr, where nothing runs now: PUBLIC_URL names it, and the service calls itself ${service.url}.\n`,
  )
})
