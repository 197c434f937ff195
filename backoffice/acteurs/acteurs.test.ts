import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../test/browser/visit.ts'
import { eventually } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'

test('an acteur is found, checked, given a member, put together with another one, and taken apart again', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Écully', departement: '69' })
  const club = await make.acteur(app, commune, { nom: 'Étoile sportive' })
  const twin = await make.acteur(app, commune, { nom: 'Etoile sportive Ecully' })
  await make.publication(app, twin, commune)
  const treater = await account(app, 'karim@example.org', 'operator_claims')
  const office = app.as(await app.user(['operator_claims']))
  const now = async (id: string) => (await office.get(`/admin/acteurs/${id}`)).body.data
  const look = await visit(app)
  const { page } = look
  await enter(look, treater, '/acteurs?q=etoile')
  await page.getByRole('rowheader').first().waitFor()
  await look.assertAccessible('the table')
  await page.getByRole('link', { name: 'Étoile sportive', exact: true }).click()
  await page.getByRole('switch', { name: /Validé/ }).click()
  await eventually(async () => (await now(club)).valide, 'it is checked')
  await page.getByRole('button', { name: 'Écrire une note' }).click()
  await page.getByRole('button', { name: 'Garder la note' }).click()
  await page.getByText('Écrivez quelques mots.').waitFor()
  await page.getByLabel('Votre note pour l’équipe').fill('Rappeler la trésorière.')
  await look.assertAccessible('the page, with a note being written')
  await page.getByRole('button', { name: 'Garder la note' }).click()
  const note = page.getByRole('complementary', { name: 'Note pour l’équipe' })
  await note.getByText('Rappeler la trésorière.').waitFor()
  await note.getByRole('button', { name: 'Retirer la note' }).click()
  await note.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'La remettre' }).click()
  await note.waitFor()
  await look.assertAccessible('the page')

  await page.goto(`/acteurs/${club}?onglet=membres`)
  await page.getByRole('button', { name: 'Ajouter un membre' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /adresse électronique/ }).fill('paul@example.org')
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await page.getByText('invité, pas encore venu').waitFor()
  await look.assertAccessible('the members')

  await office.post(`/admin/acteurs/${club}/merge`, { from_id: twin })
  await page.goto(`/acteurs/${club}?onglet=historique`)
  await page.getByRole('button', { name: 'Annuler cette fusion' }).click()
  await eventually(async () => (await now(twin)).merged_into === null, 'they are apart again')
  await look.assertAccessible('the history')
  assert.deepEqual(look.faults, [])
})
