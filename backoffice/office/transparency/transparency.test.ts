// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import * as make from '../../../test/factories.ts'

test('the report shows the months of a year, one of them, prints and downloads them', { skip }, async () => {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'operator_moderation')
  const figures = {
    submitted: 1234,
    decisions: 1200,
    refused: 12,
    refused_spam: 9,
    decisions_median_hours: 26.5,
  }
  await app.owner.query(
    `insert into transparency_months (month, figures)
     select '2025-' || lpad(n::text, 2, '0'), $1 from generate_series(1, 12) n`,
    [JSON.stringify(figures)],
  )
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/transparence?annee=2025')
  const cell = (row: string, name: string | RegExp) =>
    page
      .getByRole('row', { name: new RegExp(`^${row}`) })
      .getByRole('cell', { name, exact: true })
      .first()
  await cell('Total', /^14\s400$/).waitFor()
  await cell('Total', '108').waitFor()
  await cell('mars', '26,5 h').waitFor()
  await look.assertAccessible('the report of a year')
  await page.getByLabel('Mois').selectOption('mars')
  await page.waitForURL(/annee=2025&mois=3/)
  await page
    .getByRole('row', { name: /^Total/ })
    .first()
    .waitFor({ state: 'detached' })
  await cell('mars', /^1\s200$/).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Télécharger le tableau' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'transparence-2025.csv')
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('navigation').first().waitFor({ state: 'hidden' })
  const narrow = await visit(app, { width: 390, dark: true })
  await enter(narrow, email, '/transparence?annee=2025&mois=3')
  await narrow.page.getByText('Refusées :').waitFor()
  await narrow.assertAccessible('the report, narrow and dark')
  // Limited to a commune, the home page says so.
  const commune = await make.commune(app, { nom: 'Écully' })
  const { rows } = await app.owner.query('select id from users where lower(email) = $1', [email])
  const office = app.as(await app.user(['admin']))
  const role = { role: 'operator_moderation', communes: [commune] }
  assert.equal((await office.post(`/admin/users/${rows[0].id}/roles`, role)).status, 200)
  await narrow.page.goto('/')
  await narrow.page.getByText('Modération : Écully seulement.').waitFor()
  await narrow.assertAccessible('the home page of a limited role')
  assert.deepEqual([...look.faults, ...narrow.faults], [])
})
