// In one browser: what is kept and sent is about the service; layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { misplaced } from '../../test/measures.ts'
import { openTown, previewIn } from '../../test/town-hall.ts'

/** Further dates: added and removed one by one, in the form of an author and in a moderator's correction. */

const service = skip ? undefined : openTown()
const opened = async () => (await service) ?? assert.fail('there is a browser')

for (const width of [1280, 390])
  test(`at ${width}: dates are added by keyboard, said aloud, removed, kept and sent`, { skip }, async () => {
    const { app, secretary, clerk } = await opened()
    const look = await visit(app, { width })
    const { page } = look
    await enter(look, width === 390 ? secretary : clerk, '/espace/ecrire')
    await page.getByRole('radio', { name: 'Événement' }).check()
    await page.getByLabel('Titre').fill(`Marché ${width}`)
    await page.getByLabel('Texte').fill('Légumes et miel.')
    const dates = page.getByLabel(/^Autres dates/)
    await becomes(() => dates.count(), 0)
    await page.getByLabel('Premier jour').fill('03/12/2027')
    await page.getByLabel('Heure de début').fill('8 h 30')
    const input = page.getByRole('textbox', { name: 'Autres dates' })
    await input.fill('17/12/2027')
    await input.press('Enter')
    await page.getByText('Ajouté : vendredi 17 décembre 2027. 1 autre date en tout.').waitFor()
    await becomes(() => input.inputValue(), '')
    await page.getByRole('button', { name: 'Ajouter aussi le vendredi 24 décembre 2027' }).click()
    await page.getByRole('button', { name: 'Ajouter aussi le vendredi 31 décembre 2027' }).waitFor()
    await input.fill('02/12/2027')
    await page.getByRole('button', { name: 'Ajouter une date' }).click()
    await page.getByText('viennent après le premier jour : retirez le jeudi 2 décembre 2027').waitFor()
    await look.assertAccessible('dates, one too early')
    await page.getByRole('button', { name: 'Retirer le jeudi 2 décembre 2027' }).press('Enter')
    await page.getByText('Retiré : jeudi 2 décembre 2027. 2 autres dates en tout.').waitFor()
    // A typed date is sent even if “Ajouter” was not pressed.
    await input.fill('10/12/2027')
    const seen = await previewIn(page)
    await seen.getByText('puis chaque vendredi jusqu’au').waitFor()
    await seen.getByText('Toutes les dates', { exact: true }).click()
    await seen.getByText('vendredi 24 décembre 2027').waitFor()
    assert.deepEqual(await misplaced(page), [])
    await look.assertAccessible('dates added')
    await page
      .getByRole('button', { name: /^(Envoyer à la relecture|Publier)/ })
      .first()
      .click()
    await page.waitForURL('**/espace/publications')
    await page.getByText('puis chaque vendredi jusqu’au').first().waitFor()
    const { rows } = await app.owner.query('select id, dates::text[] from publications where title = $1', [
      `Marché ${width}`,
    ])
    assert.deepEqual(rows[0].dates, ['2027-12-10', '2027-12-17', '2027-12-24'])
    await page.goto(`/espace/ecrire?publication=${rows[0].id}`)
    await page.getByRole('button', { name: 'Retirer le vendredi 24 décembre 2027' }).waitFor()
    assert.deepEqual(look.faults, [])
  })

test('a text that says several things fills several fields, and what is not understood is said when its field is left', {
  skip,
}, async () => {
  const { app, clerk } = await opened()
  const look = await visit(app, { width: 390, dark: true })
  const { page } = look
  await enter(look, clerk, '/espace/ecrire?type=alerte')
  await page.getByRole('radio', { name: 'Événement' }).check()
  const day = page.getByLabel('Premier jour')
  const hour = page.getByLabel('Heure de début')
  await day.fill('tous les mardis')
  await page.keyboard.press('Tab')
  await page.getByText('Dites aussi jusqu’à quand.').waitFor()
  await day.fill('tous les mardis du 4 janvier 2028 au 18 janvier 2028')
  await page.keyboard.press('Tab')
  await becomes(() => day.inputValue(), '04/01/2028')
  await page.getByRole('button', { name: 'Retirer le mardi 11 janvier 2028' }).waitFor()
  await page.getByRole('button', { name: 'Retirer le mardi 18 janvier 2028' }).waitFor()
  await hour.fill('de 14h à 17h')
  await page.keyboard.press('Tab')
  await becomes(() => hour.inputValue(), '14\u00a0h')
  await becomes(() => page.getByLabel('Heure de fin').inputValue(), '17\u00a0h')
  await look.assertAccessible('fields that were filled')
  await page.getByRole('radio', { name: 'Alerte' }).check()
  await becomes(() => day.count(), 0)
  await page.getByRole('radio', { name: 'Événement' }).check()
  await becomes(() => day.inputValue(), '04/01/2028')
  await page.getByRole('radio', { name: 'Alerte' }).check()
  const end = page.getByLabel('Fin de l’alerte')
  await end.fill('un de ces jours')
  await page.keyboard.press('Tab')
  await page.getByText('Cette fin n’est pas comprise.').waitFor()
  await end.fill('demain')
  await page.getByText('demain à minuit').waitFor()
  await page.getByLabel('Titre').fill('Crue')
  const seen = await previewIn(page)
  await seen.getByText(/Alerte en cours jusqu’(?:à|au)/).waitFor()
  await look.assertAccessible('an end in words')
  assert.deepEqual(await misplaced(page), [])
  assert.deepEqual(look.faults, [])
})

test('a moderator reads all dates, corrects them, and sees what the author is told', { skip }, async () => {
  const { app, club, commune } = await opened()
  await account(app, 'moderation@example.org', 'operator_moderation')
  await make.publication(app, club, commune, {
    title: 'Atelier',
    moderation_status: 'pending',
    valide: false,
    publie_le: null,
    date_debut: '2027-12-03',
    heure_debut: '20:30',
    dates: ['2027-12-10', '2027-12-17'],
  })
  const look = await visit(app, { width: 1280 })
  const { page } = look
  await enter(look, 'moderation@example.org', '/moderation?q=Atelier')
  await page.getByText('puis les 10 et 17 décembre 2027').click()
  await page.getByText('vendredi 17 décembre 2027').waitFor()
  await look.assertAccessible('all dates')
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Retirer le vendredi 10 décembre 2027' }).click()
  await dialog.locator('del', { hasText: '10' }).waitFor()
  await look.assertAccessible('a correction')
  await dialog.getByRole('button', { name: 'Corriger', exact: true }).click()
  await page.getByText('puis le 17 décembre 2027').waitFor()
  const stored = async () =>
    (await app.owner.query(`select dates::text[] from publications where title = 'Atelier'`)).rows
  await becomes(stored, [{ dates: ['2027-12-17'] }])
  assert.deepEqual(look.faults, [])
})
