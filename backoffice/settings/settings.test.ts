import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../test/browser/visit.ts'

test('a type is added, moved up, renamed beside a colleague, retired and brought back; words are kept in order', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'admin')
  await app.owner.query(
    `insert into refusal_presets (reason_code, body) values ('spam', 'Les publicités ont leur place au marché.')`,
  )
  const look = await visit(app)
  const { page } = look
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await enter(look, email, '/reglages')
  await button('Ajouter un type').click()
  await page.getByRole('textbox', { name: 'Nom' }).fill('Appel à bénévoles')
  await look.assertAccessible('types, one being added')
  await button('Enregistrer').click()
  await button('Monter « Appel à bénévoles »').focus()
  await page.keyboard.press('Enter')
  await page.getByText('est en place 6').waitFor()
  await button('Descendre « Appel à bénévoles »').click()
  await page.getByText('est en place 7').waitFor()
  await page.waitForFunction(() =>
    document.activeElement?.getAttribute('aria-label')?.startsWith('Descendre'),
  )

  await button('Renommer « Appel à bénévoles »').click()
  await app.owner.query(`update publication_types set nom = 'Bénévolat' where slug = 'appel-a-benevoles'`)
  await page.getByRole('textbox', { name: 'Nom' }).fill('Coups de main')
  await button('Enregistrer').click()
  await page.getByText('il s’appelle maintenant').waitFor()
  await button('Enregistrer').click()
  await button('Retirer « Coups de main »').click()
  await page.getByRole('heading', { name: 'Retirés' }).waitFor()
  await look.assertAccessible('types, one retired')
  await button('Remettre en service « Coups de main »').click()
  await button('Retirer « Coups de main »').waitFor()

  await page.getByRole('link', { name: 'Réponses préparées' }).click()
  await page.getByText('Aucune réponse préparée pour le moment.').waitFor()
  await look.assertAccessible('answers')
  const narrow = await visit(app, { width: 390, dark: true })
  await enter(narrow, email, '/reglages?onglet=refus')
  await narrow.page.getByText('Les publicités ont leur place au marché.').waitFor()
  await narrow.assertAccessible('words of rejection, narrow and dark')
  assert.deepEqual([...look.faults, ...narrow.faults], [])
})
