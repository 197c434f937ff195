import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { SECRET } from '../../../test/payments/events.ts'
import { KEY, startProvider } from '../../../test/payments/provider.ts'

const provider = await startProvider()
const env = {
  PAYMENT_SIGNING_SECRETS: SECRET,
  STRIPE_API_KEY: KEY,
  STRIPE_API_BASE: provider.url,
  STRIPE_PRICE: 'price_commerce',
}
const app = await startApp({ env })
const town = await make.commune(app)
const shop = await make.acteur(app, town)
const [owner, other, editor] = [await app.user(), await app.user(), await app.user()]
await make.member(app, shop, owner, 'owner')
await make.member(app, shop, other, 'owner')
await make.member(app, shop, editor, 'editor', ['manage_publications'])
const pageOf = (who: typeof owner, page: 'checkout' | 'portal') => app.as(who).post(`${PATH}/page`, { page })
const PATH = `/me/acteurs/${shop}/subscription`

const store = async (name: string, status: string, customer: string | null = `cus_${name}`) =>
  await app.owner.query(
    `insert into subscriptions (provider, provider_subscription_id, provider_customer_id, acteur_id, status, plan)
     values ('stripe', $1, $2, $3, $4, 'commerce-mensuel')`,
    [`sub_${name}`, customer, shop, status],
  )

beforeEach(async () => {
  await app.owner.query('truncate subscriptions')
  provider.opened.length = 0
})

test('owners alone see the subscription of their acteur: the current one, else the last', async () => {
  const mine = async () => (await app.as(owner).get(PATH)).body.data
  assert.deepEqual(await mine(), { subscription: null, may: ['checkout'] })
  await store('first', 'canceled')
  await store('second', 'past_due')
  await store('third', 'incomplete_expired')
  const { subscription, may } = await mine()
  assert.deepEqual(
    [subscription.status, subscription.plan, may],
    ['past_due', 'commerce-mensuel', ['portal']],
  )
  assert.doesNotMatch(JSON.stringify(subscription), /cus_|sub_/)
  await app.owner.query(`update subscriptions set status = 'canceled' where status = 'past_due'`)
  assert.deepEqual((await mine()).may, ['checkout', 'portal'])
  const stranger = await app.user()
  for (const ask of [
    (who: typeof owner) => app.as(who).get(PATH),
    (who: typeof owner) => pageOf(who, 'portal'),
  ]) {
    assert.equal((await ask(editor)).body.error, 'forbidden')
    assert.equal((await ask(stranger)).body.error, 'scope_violation')
  }
  assert.deepEqual(provider.opened, [])
})

test('two owners who open the payment at once get one page, which names the acteur', async () => {
  const answers = await Promise.all([owner, other].map(who => pageOf(who, 'checkout')))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  const urls = new Set(answers.map(({ body }) => body.data.url))
  // Two, if the ten minutes of a page ended just between them.
  assert.equal(urls.size, provider.opened.length)
  assert.ok(urls.size <= 2)
  const [{ path, fields } = { path: '', fields: {} as Record<string, string> }] = provider.opened
  assert.equal(path, '/v1/checkout/sessions')
  assert.equal(fields.mode, 'subscription')
  assert.equal(fields['line_items[0][price]'], 'price_commerce')
  assert.deepEqual(
    [fields.client_reference_id, fields['subscription_data[metadata][acteur_id]']],
    [shop, shop],
  )
  assert.equal(fields.success_url, `http://parvis.test/espace/fiche?pour=${shop}`)
  assert.equal(fields.customer, undefined)
  const { rows } = await app.owner.query(
    `select distinct user_id, after from audit_log where action = 'acteur.billing_opened' and entity_id = $1`,
    [shop],
  )
  assert.deepEqual(
    rows.map(row => [row.user_id, row.after]).sort(),
    [owner, other].map(({ id }) => [id, { page: 'checkout' }]).sort(),
  )
})

test('who has a subscription manages it; who had one keeps the customer', async () => {
  await store('one', 'active')
  assert.equal((await pageOf(owner, 'checkout')).body.error, 'already_subscribed')
  const page = await pageOf(owner, 'portal')
  assert.match(page.body.data.url, /^https:/)
  assert.deepEqual(
    provider.opened.map(({ path, fields }) => [path, fields.customer]),
    [['/v1/billing_portal/sessions', 'cus_one']],
  )
  await app.owner.query(`update subscriptions set status = 'canceled'`)
  assert.equal((await pageOf(owner, 'checkout')).status, 200)
  assert.equal(provider.opened.at(-1)?.fields.customer, 'cus_one')
  await app.owner.query('update subscriptions set provider_customer_id = null')
  assert.equal((await pageOf(owner, 'portal')).status, 404)
})

test('an owner who came later does not see invoices and name of an earlier one, and begins as another customer', async () => {
  await store('earlier', 'active')
  const later = await app.user()
  await make.member(app, shop, later, 'owner')
  const may = async (who: typeof owner) => (await app.as(who).get(PATH)).body.data.may
  assert.deepEqual([await may(later), await may(owner)], [[], ['portal']])
  assert.equal((await pageOf(later, 'portal')).status, 404)
  assert.equal((await pageOf(later, 'checkout')).body.error, 'already_subscribed')
  // The provider names who pays.
  await app.owner.query('update subscriptions set user_id = $1', [other.id])
  assert.deepEqual([await may(owner), await may(other)], [[], ['portal']])
  await app.owner.query(`update subscriptions set status = 'canceled'`)
  assert.deepEqual([await may(later), await may(other)], [['checkout'], ['checkout', 'portal']])
  for (const [who, customer] of [
    [later, undefined],
    [other, 'cus_earlier'],
  ] as const) {
    assert.equal((await pageOf(who, 'checkout')).status, 200)
    assert.equal(provider.opened.at(-1)?.fields.customer, customer)
  }
})

test('one failure of the provider is retried; a second one, and a missing right, are told', async () => {
  provider.moods.push(0)
  assert.equal((await pageOf(owner, 'checkout')).status, 200)
  for (const moods of [[500, 503], [403], [0, 0]]) {
    provider.moods.push(...moods)
    const refused = await pageOf(owner, 'checkout')
    assert.equal(refused.body.error, 'provider_unavailable', String(moods))
    assert.deepEqual(provider.moods, [])
  }
})

test('without a price or a key nothing is sold', async () => {
  const plain = await startApp({ env: { PAYMENT_SIGNING_SECRETS: SECRET } })
  const acteur = await make.acteur(plain, await make.commune(plain))
  const person = await plain.user()
  await make.member(plain, acteur, person, 'owner')
  const path = `/me/acteurs/${acteur}/subscription`
  assert.deepEqual((await plain.as(person).get(path)).body.data, { subscription: null, may: [] })
  assert.equal((await plain.as(person).post(`${path}/page`, { page: 'checkout' })).status, 404)
})
