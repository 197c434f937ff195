import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { CLIENT, lyingProvider } from '../../../test/fixtures/lying-provider.ts'

/** The sign-in page with several outside providers. */

const [mairie, epci] = [await lyingProvider(), await lyingProvider()]
const client = (name: string) => ({
  [`OIDC_${name}_CLIENT_ID`]: CLIENT.id,
  [`OIDC_${name}_CLIENT_SECRET`]: CLIENT.secret,
})
const app = await startBackoffice({
  env: {
    OIDC_PROVIDERS: 'mairie,epci',
    OIDC_MAIRIE_ISSUER: mairie.issuer,
    OIDC_MAIRIE_LABEL: 'la mairie d’Orléans',
    OIDC_EPCI_ISSUER: epci.issuer,
    OIDC_EPCI_LABEL: 'la communauté de communes',
    ...client('MAIRIE'),
    ...client('EPCI'),
  },
})

test('each provider has a button, which leads there and back, signed in', { skip }, async () => {
  const seen = await visit(app, { asks: epci.issuer })
  const { page } = seen
  await page.goto('/')
  const buttons = page.getByRole('button', { name: /^Se connecter avec / })
  await buttons.first().waitFor()
  assert.deepEqual(await buttons.allTextContents(), [
    'Se connecter avec la mairie d’Orléans',
    'Se connecter avec la communauté de communes',
  ])
  await seen.assertAccessible('the sign-in page with two providers')
  await buttons.nth(1).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => !document.querySelector('input[type=password]'))
  assert.equal(new URL(page.url()).origin, app.url)
  assert.deepEqual([mairie.asked.includes('/token'), epci.asked.includes('/token')], [false, true])
  assert.deepEqual(seen.faults, [])
})
