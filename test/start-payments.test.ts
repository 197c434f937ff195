/** The payment webhook as an operator has it at the first start: a secret that was made, a worker, and the commands. */
// A process of its own: it starts the service from a tree of its own, which goes at the end.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually } from './eventually.ts'
import { adminHeaders, command, filledTree, start, tokenFor } from './fixtures/service-process.ts'
import { deliver, event, signature, subscription } from './payments/events.ts'
import { KEY, startProvider } from './payments/provider.ts'

test('a secret is made at the first start, doctor says where it lies, and what is signed with it is applied', async () => {
  const service = await start(await filledTree())
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
  const token = await tokenFor(service)
  const listed = async (what: string) => {
    const response = await fetch(`${service.url}/api/v1/admin/${what}`, { headers: adminHeaders(token) })
    return ((await response.json()) as { data: Record<string, unknown>[] }).data
  }
  await eventually(
    async () => (await listed('payment-events'))[0]?.status === 'processed',
    'the worker has applied it',
    60_000,
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
  await service.stop()
})
