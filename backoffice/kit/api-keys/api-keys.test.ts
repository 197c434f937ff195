// In one browser: layout.test.ts shows these parts in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'

test('an owner creates an API key that is shown once, and an administrator creates and revokes keys', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Saint-Benoît' })
  const club = await make.acteur(app, commune, { nom: 'Club de lecture' })
  const email = await account(app, 'anne@example.org', 'admin')
  const { rows } = await app.owner.query('select id from users where email = $1', [email])
  await make.member(app, club, { id: rows[0].id, email, subject: '', token: '' })
  const look = await visit(app, { width: 390 })
  const { page } = look
  const dialog = page.getByRole('dialog')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
  const secretShown = async () => {
    const secret = await dialog.getByLabel('Clé d’API').inputValue()
    await page.keyboard.press('Escape')
    await inDialog('J’ai copié la clé').click()
    await dialog.waitFor({ state: 'detached' })
    return secret
  }
  const status = async (secret: string) =>
    (await app.as({ token: secret }, null).get('/me/publications')).status

  // The owner: what is missing is said, and the key is shown once.
  await enter(look, email, '/espace/fiche')
  await page.getByText('Réglages avancés').click()
  await button('Créer une clé d’API').click()
  await inDialog('Créer la clé').click()
  await dialog.getByText('Dites à quoi sert la clé.').waitFor()
  await dialog.getByText('Choisissez au moins un droit.').waitFor()
  await look.assertAccessible('a new key with what is missing')
  await dialog.getByLabel('À quoi sert-elle ?').fill('Site du club')
  await dialog.getByRole('checkbox', { name: /^Lire les publications/ }).check()
  await dialog.getByLabel('Elle expire après').selectOption('30')
  await inDialog('Créer la clé').click()
  const secret = await secretShown()
  assert.equal(await status(secret), 200)
  await page.getByText(`${secret.slice(0, 14)}…`).waitFor()
  assert.equal((await page.content()).includes(secret), false, 'it is shown once')
  await look.assertAccessible('the keys of an acteur')

  // The administrator: a key for the acteurs of a commune; the key of the owner is revoked.
  await page.goto('/reglages?onglet=cles')
  await button('Créer une clé d’API').click()
  await dialog.getByLabel('À quoi sert-elle ?').fill('Logiciel de la mairie')
  await dialog.getByLabel('Pour qui agit-elle ?').selectOption('communes')
  await dialog.getByRole('checkbox', { name: /^Écrire, corriger/ }).check()
  await inDialog('Créer la clé').click()
  await dialog.getByText('Choisissez pour qui la clé agit.').waitFor()
  await dialog.getByRole('combobox', { name: 'Ajouter une commune' }).fill('Saint-Be')
  await page.getByRole('option', { name: /Saint-Benoît/ }).click()
  await inDialog('Créer la clé').click()
  await secretShown()
  await page.getByText(/^Pour Saint-Benoît · expire le .* · jamais utilisée/).waitFor()
  await button('Révoquer « Site du club »').click()
  await look.assertAccessible('a key that will be revoked')
  await inDialog('Révoquer').click()
  await page.getByText('« Site du club » est révoquée.').waitFor()
  await becomes(() => button(/^Révoquer «/).count(), 1)
  assert.equal(await status(secret), 401)
  await make.apiKey(app, { acteur_id: club })
  await app.owner.query('update acteurs set active = false where id = $1', [club])
  await page.reload()
  await page.getByText('Elle ne fonctionne pas. Son acteur est désactivé.').waitFor()
  await look.assertAccessible('all keys')
  assert.deepEqual(look.faults, [])
})
