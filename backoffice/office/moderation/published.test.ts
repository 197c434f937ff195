// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { openDesk } from '../../test/moderation-desk.ts'

test('what is online is left there, put in front until a day, and withdrawn, each in its own words', {
  skip,
}, async () => {
  const { app, email, waiting, statusOf } = await openDesk()
  const online = { moderation_status: 'published', valide: true, publie_le: new Date(0) }
  const [kept, other] = [await waiting('Bal', online), await waiting('Loto', online)]
  const reporter = await app.user()
  await app.owner.query(`update users set nom = 'Gérard Lefèvre' where id = $1`, [reporter.id])
  await app.as(reporter, 'public').post(`/publications/${kept}/report`, { reason: 'spam' })
  const look = await visit(app)
  const { page } = look
  await enter(look, email, `/moderation?onglet=signalees&item=${kept}`)
  await page.getByText('Gérard Lefèvre').waitFor()
  await page.getByRole('button', { name: /^Laisser en ligne/ }).click()
  const told = page.getByRole('status')
  await told
    .getByText('« Bal » reste en ligne. 1 courriel part dans une minute, à la personne qui a signalé.')
    .waitFor()
  assert.equal(await statusOf(kept), 'published')

  await page.goto(`${app.url}/moderation?onglet=publiees&item=${other}`)
  await page.locator('#item-title').getByText('Loto').waitFor()
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByText('La décision reste. Personne n’est prévenu.').waitFor()
  await look.assertAccessible('the menu with its explanations')
  await page.getByRole('button', { name: /^Mettre en avant…/ }).click()
  const dialog = page.getByRole('dialog')
  const until = dialog.getByRole('textbox', { name: /^Jusqu’au/ })
  await until.fill('01/01/2020')
  await dialog.getByRole('button', { name: 'Mettre en avant', exact: true }).click()
  await dialog.getByText('Ce moment est passé.').first().waitFor()
  await until.fill('31/12/2098')
  await look.assertAccessible('in front until a day')
  await dialog.getByRole('button', { name: 'Mettre en avant', exact: true }).click()
  await told.getByText('« Loto » est en avant jusqu’au mercredi 31\u00a0décembre 2098.').waitFor()
  await eventually(
    async () => (await make.row(app, other)).featured_until?.toISOString() === '2098-12-31T23:00:00.000Z',
    'it ends with that day in Paris',
  )
  await page.getByText('jusqu’au 31\u00a0décembre 2098 compris').waitFor()

  await page.getByRole('button', { name: /^Retirer…/ }).click()
  await page.getByRole('dialog', { name: 'Retirer la publication' }).waitFor()
  await dialog.getByLabel('Autre motif').check()
  await dialog.getByRole('button', { name: 'Retirer', exact: true }).click()
  await dialog.getByText('écrivez à l’auteur ce qui ne va pas').first().waitFor()
  await dialog.getByLabel('Message à l’auteur').fill('La salle n’est pas libre.')
  await dialog.getByRole('button', { name: 'Retirer', exact: true }).click()
  await told.getByText('« Loto » est retirée.').waitFor()
  await eventually(async () => (await statusOf(other)) === 'rejected', 'it is withdrawn')
  assert.deepEqual(look.faults, [])
})
