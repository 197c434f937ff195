import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession } from 'playwright-core'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, type Visit, visit } from '../../../test/browser/visit.ts'
import { PASSWORD } from '../../../test/sign-in.ts'

/** The browser’s own authenticator, in software: it agrees at once, and offers in the field of the address. */
async function authenticator(look: Visit): Promise<{ readonly cdp: CDPSession; readonly id: string }> {
  const cdp = await look.context.newCDPSession(look.page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id }
}

/** Browsers have passkeys on `localhost`, not on 127.0.0.1. */
const service = (env: Record<string, string> = {}) => startBackoffice({ env: { HOST: 'localhost', ...env } })

test('a passkey is added in the account, signs in, and is removed', { skip }, async () => {
  const app = await service()
  const look = await visit(app)
  const { page } = look
  await enter(look, await account(app, 'ines@example.org', 'admin'), '/compte')
  const { cdp, id } = await authenticator(look)
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Clés d’accès' }) })
  await section.getByText('Vous n’en avez pas encore.').waitFor()
  await section.getByRole('button', { name: 'Ajouter une clé d’accès' }).click()
  const dialog = page.getByRole('dialog')
  // Without this, a password that is typed at once would be shown in the name.
  await page.keyboard.type('x')
  assert.equal(await dialog.getByLabel('Mot de passe actuel').inputValue(), 'x')
  await dialog.getByLabel('Nom de la clé').fill('Ordinateur de la mairie')
  await dialog.getByLabel('Mot de passe actuel').fill('pas le bon mot de passe')
  await dialog.getByRole('button', { name: 'Continuer' }).click()
  await dialog.getByText('Le mot de passe actuel n’est pas le bon.').waitFor()
  await look.assertAccessible('the dialog of a new passkey')
  await dialog.getByLabel('Mot de passe actuel').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continuer' }).click()
  await section.getByText('La clé d’accès est ajoutée.').waitFor()
  await section.getByText('jamais utilisée').waitFor()
  assert.equal((await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials.length, 1)
  await look.assertAccessible('the account with a passkey')

  // The virtual authenticator would take what the browser offers in the field at once: here the button is pressed.
  await page.addInitScript('delete PublicKeyCredential.isConditionalMediationAvailable')
  await page.getByRole('button', { name: 'Se déconnecter', exact: true }).click()
  await page.waitForURL('/')
  const inside = page.getByRole('navigation').first()
  const button = page.getByRole('button', { name: 'Se connecter avec une clé d’accès' })
  await button.waitFor()
  await look.assertAccessible('the sign-in page with a passkey')
  await button.click()
  await inside.waitFor()
  await page.goto('/compte')
  await section.getByText('dernier usage').waitFor()

  await section.getByRole('button', { name: 'Retirer « Ordinateur de la mairie »' }).click()
  await dialog.getByLabel('Mot de passe actuel').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Retirer la clé d’accès' }).click()
  await section.getByText('La clé d’accès est retirée.').waitFor()
  await section.getByText('Vous n’en avez pas encore.').waitFor()
  assert.deepEqual(look.faults, [])
})

test('a device that is not unlocked adds nothing, and the dialog says so', { skip }, async () => {
  const app = await service()
  const look = await visit(app)
  const { page } = look
  await enter(look, await account(app, 'luc@example.org'), '/espace/moi')
  const { cdp, id } = await authenticator(look)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Clés d’accès' }) })
  await section.getByRole('button', { name: 'Ajouter une clé d’accès' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mot de passe actuel').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continuer' }).click()
  await dialog.getByText('le navigateur n’a pas reçu votre accord').waitFor()
  await dialog.getByRole('button', { name: 'Ne pas ajouter' }).click()
  await section.getByText('Vous n’en avez pas encore.').waitFor()
  assert.deepEqual(look.faults, [])
})

test('where a second factor is required, a passkey is one', { skip }, async () => {
  const app = await service({ SECOND_FACTOR: 'required' })
  const look = await visit(app)
  const { page } = look
  await enter(look, await account(app, 'zoe@example.org', 'admin'), '/moderation')
  await page.getByRole('heading', { name: 'Il manque votre second facteur' }).waitFor()
  await authenticator(look)
  await page.getByRole('button', { name: 'Ajouter une clé d’accès' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mot de passe actuel').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continuer' }).click()
  await page.getByRole('link', { name: 'Ouvrir l’administration' }).click()
  await page.getByRole('navigation').first().waitFor()

  // The password alone leads back to the page, where the passkey is proven.
  const again = await visit(app)
  await enter(again, 'zoe@example.org', '/moderation')
  await again.page.getByRole('button', { name: 'Se connecter avec une clé d’accès' }).waitFor()
  await again.assertAccessible('the page of a second factor that is to be proven')
  assert.deepEqual([...look.faults, ...again.faults], [])
})
