// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepComparison } from '../../../src/exchange/payments/comparisons.ts'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import * as make from '../../../test/factories.ts'
import { countRequests, settled } from '../../test/long-tasks.ts'

test('a subscription without an acteur is attached, a failed event is replayed, and the last comparison is shown', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'admin')
  const commune = await make.commune(app)
  await make.acteur(app, commune, { nom: 'Boulangerie du Port' })
  await app.owner.query(
    `insert into subscriptions (provider, provider_subscription_id, plan, status) values ('stripe', 'sub_1', 'commerce', 'past_due')`,
  )
  await app.owner.query(
    `insert into payment_events (provider, event_id, type, created, subscription_id, kept, status, error)
     values ('stripe', 'evt_1', 'invoice.paid', now(), 'sub_1', '{}', 'failed', 'The event does not name its subscription.')`,
  )
  await keepComparison(app.service.db.pool, 'stripe', 3, [
    { name: 'sub_1', kind: 'differs', fields: ['plan: commerce here, pro there'], repaired: false },
  ])
  const look = await visit(app)
  const { page } = look
  const underWay = countRequests(look)
  await enter(look, email, '/abonnements?onglet=sans')
  await page.locator('tbody').getByRole('link', { name: 'De personne' }).click()
  await page.getByRole('combobox', { name: 'Acteur' }).fill('Boul')
  await page.getByRole('option', { name: /Boulangerie du Port/ }).click()
  await look.assertAccessible('a subscription of nobody')
  await app.owner.query(`update subscriptions set plan = 'pro'`)
  await page.getByRole('button', { name: 'C’est le sien' }).click()
  await page.getByText('votre choix n’est pas enregistré').waitFor()
  await page.getByText('pro', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'C’est le sien' }).click()
  await page.getByRole('heading', { level: 1, name: 'Boulangerie du Port' }).waitFor()
  await page.getByRole('button', { name: 'Rejouer' }).waitFor()
  await settled(page, underWay)
  // A colleague retried it meanwhile, and it failed again.
  await app.owner.query('update payment_events set attempts = attempts + 1')
  await page.getByRole('button', { name: 'Rejouer' }).click()
  await page.getByText('Quelqu’un a été plus rapide').waitFor()
  await look.assertAccessible('replayed by somebody else')
  // The table has been read again.
  await settled(page, underWay)
  await page.getByRole('button', { name: 'Rejouer' }).click()
  await page.getByText('L’événement est rejoué.').waitFor()
  await page.getByRole('link', { name: 'Tous les abonnements' }).click()
  await page.getByRole('link', { name: 'Boulangerie du Port' }).waitFor()
  await look.assertAccessible('the list')
  await page.getByRole('link', { name: 'Écarts' }).click()
  await page.getByText('plan: commerce here, pro there').waitFor()
  const narrow = await visit(app, { width: 390, dark: true })
  await enter(narrow, email, '/abonnements?onglet=evenements')
  await narrow.page.getByText('invoice.paid').waitFor()
  await narrow.assertAccessible('events, narrow and dark')
  assert.deepEqual([...look.faults, ...narrow.faults], [])
})
