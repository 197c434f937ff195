// In one browser: it is about which fields a form has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import { openTown } from '../../test/town-hall.ts'

const ALL = 'Toutes les réponses sont nécessaires.'
const SOME = 'Toutes les réponses sont nécessaires, sauf là où « facultatif » est écrit.'
const EMAIL = 'Une adresse électronique ressemble à prenom.nom@mairie.fr.'

test('above a form stands what must be filled, and nothing where that says itself', { skip }, async () => {
  const { app, clerk } = await openTown()
  await account(app, 'admin@example.org', 'admin')
  const look = await visit(app)
  const { page } = look
  const within = page.locator('form').filter({ has: page.locator('label[for]') })
  /** The sentence before the first field, as it is read. */
  const said = async (form = within) =>
    (await form.first().locator(':scope p:not([hidden])').first().innerText()).replaceAll(/\s/g, ' ')
  await page.goto('/connexion')
  await becomes(() => said(), `${ALL} ${EMAIL}`)
  await page.goto('/inscription')
  await becomes(() => said(), `${SOME} ${EMAIL}`)

  await enter(look, clerk, '/espace/ecrire')
  await becomes(() => said(), SOME)
  await page.goto('/espace/moi')
  await becomes(() => said(within.filter({ hasText: 'Nouveau mot de passe' })), ALL)
  const name = within.filter({ has: page.getByLabel('Nom et prénom') })
  await name.waitFor()
  assert.equal(await name.getByText('nécessaires').count(), 0, 'a form of one field')

  const office = await visit(app)
  await enter(office, 'admin@example.org', '/communes')
  await office.page.getByRole('button', { name: 'Créer une commune' }).click()
  const dialog = office.page.getByRole('dialog')
  await dialog.getByText('Toutes les réponses sont nécessaires, sauf là où').waitFor()
  assert.deepEqual([...look.faults, ...office.faults], [])
})

test('the dates and hours of an event are a group with a name and an example', { skip }, async () => {
  const { app, clerk } = await openTown()
  const look = await visit(app, { width: 390 })
  const { page } = look
  await enter(look, clerk, '/espace/ecrire?type=evenement')
  await page.getByRole('radio', { name: 'Événement' }).check()
  const group = page.getByRole('group', {
    name: 'Dates et heures',
    description: /^Écrivez comme vous le diriez/,
  })
  for (const name of ['Premier jour', 'Heure de début', 'Dernier jour', 'Heure de fin'])
    await group.getByLabel(name).waitFor()
  await look.assertAccessible('the group')
  assert.deepEqual(look.faults, [])
})
