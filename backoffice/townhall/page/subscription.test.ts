// In one browser: what the screen does after a page of the payment service is the same in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import * as make from '../../../test/factories.ts'
import { SECRET } from '../../../test/payments/events.ts'
import { KEY, startProvider } from '../../../test/payments/provider.ts'

test('Back from the page of the payment service brings buttons that open it again', { skip }, async () => {
  const provider = await startProvider()
  const app = await startBackoffice({
    env: {
      PAYMENT_SIGNING_SECRETS: SECRET,
      STRIPE_API_KEY: KEY,
      STRIPE_API_BASE: provider.url,
      STRIPE_PRICE: 'price_commerce',
    },
  })
  const shop = await make.acteur(app, await make.commune(app))
  const email = await account(app, 'ines@example.org')
  const { rows } = await app.owner.query('select id from users where email = $1', [email])
  await make.member(app, shop, { id: rows[0].id, email, subject: '', token: '' }, 'owner')
  const payments = 'https://payments.example'
  const look = await visit(app, { asks: payments })
  const { page } = look
  await enter(look, email, '/espace/fiche')
  // A page that does not come leaves this one as it is, as browsers keep it in memory.
  await page.route(`${payments}/**`, route => route.fulfill({ status: 204 }))
  const open = page.getByRole('button', { name: 'S’abonner', exact: true })
  for (const at of [0, 1]) {
    const asked = page.waitForRequest(`${payments}/**`)
    await open.click()
    await asked
    await page.getByRole('button', { name: 'S’abonner', disabled: true }).waitFor()
    assert.ok(provider.opened.length > 0, `${at}`)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await page.getByRole('button', { name: 'S’abonner', disabled: false }).waitFor()
  }
  assert.deepEqual(look.faults, [])
})
