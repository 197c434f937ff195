// In one browser: what is kept and sent is about the service; layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobs } from '../../../src/jobs.ts'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { feedServer } from '../../../test/imports/feed-server.ts'

/** A CSV file whose columns nobody knows: an operator says what they are, sees the items, and later misses one. */

const SHEET = [
  'Qui;Quoi;Quand;À quelle heure;Où;Renseignements',
  'Amicale laïque;Vide-grenier;06/12/2096;9h - 17h;Cour de l’école;Inscription sur place',
  'Club de marche;Randonnée des crêtes;13/12/2096;8h30;Parking du stade;Prévoir un pique-nique',
].join('\n')
const serving = (body: string) => ({ body, type: 'text/csv; charset=utf-8' })

const server = await feedServer()
after(() => server.stop())

async function openTown() {
  const app = await startBackoffice({
    env: { IMPORT_ALLOW_PRIVATE: server.pair, PROCESS: 'all' },
    jobs: { 'imports.run': jobs['imports.run'] },
  })
  const commune = await make.commune(app, { nom: 'Saint-Benoît-sur-Loire' })
  await make.acteur(app, commune, { nom: 'Comité des fêtes', can_publish: true })
  return { app, email: await account(app, 'lea@example.org', 'operator_imports') }
}

test('the columns of a table are chosen, seen at once, kept while looking elsewhere, and missed when one has gone', {
  skip,
}, async () => {
  const { app, email } = await openTown()
  const url = server.serve('/agenda.csv', serving(SHEET))
  const look = await visit(app)
  const { page } = look
  const column = (name: string) => page.getByRole('combobox', { name, exact: true })
  await enter(look, email, '/imports/nouvelle')
  await page.getByLabel('Adresse').fill(url)
  await page.getByText('Réglages de lecture').click()
  await page.getByLabel('Nom', { exact: true }).fill('Agenda des associations')
  await page.getByRole('combobox', { name: /^Acteur/ }).fill('Comité')
  await page.getByRole('option', { name: /Comité des fêtes/ }).click()
  await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
  await page.getByText(/dont la colonne du titre n.est pas reconnue/).waitFor()
  await look.assertAccessible('columns that nobody knows')
  await becomes(
    () => column('Titre').locator('option').allTextContents(),
    [
      'Choisissez la colonne',
      'Qui – Amicale laïque',
      'Quoi – Vide-grenier',
      'Quand – 06/12/2096',
      'À quelle heure – 9h - 17h',
      'Où – Cour de l’école',
      'Renseignements – Inscription sur place',
    ],
  )

  // By keys alone: each choice is followed by the items.
  await column('Titre').focus()
  await page.keyboard.type('Quoi')
  await page.getByText('2 éléments lus, 2 nouvelles publications').first().waitFor()
  await column('Premier jour').selectOption('Quand')
  await column('Heure de début').selectOption('À quelle heure')
  await column('Lieu').selectOption('Où')
  await page.getByText('samedi 6 décembre 2096').or(page.getByText('jeudi 6 décembre 2096')).first().waitFor()
  await page.getByText('Parking du stade').first().waitFor()
  await look.assertAccessible('columns that were chosen')

  // Half chosen, and something is looked up.
  await page.getByRole('link', { name: 'Toutes les sources' }).click()
  await page.locator('main').getByRole('link', { name: 'Ajouter une source' }).first().click()
  await page.getByText('vos changements ne sont pas encore enregistrés').waitFor()
  await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
  await column('Lieu').waitFor()
  await becomes(() => column('Lieu').inputValue(), 'Où')

  // Without a title nothing is asked, and the error is announced beside its field.
  await column('Titre').selectOption('')
  await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
  await page.getByRole('alert').filter({ hasText: '1 champ est à corriger' }).waitFor()
  await page.getByText('Choisissez la colonne du titre.').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
  await look.assertAccessible('a title that is missing')
  await column('Titre').selectOption('Quoi')
  await page.getByRole('button', { name: 'Ajouter cette source' }).click()
  await page.getByRole('button', { name: 'Lire maintenant' }).waitFor()
  const stored = async () => (await app.owner.query('select columns from import_sources')).rows[0].columns
  const chosen = { title: 'Quoi', date_debut: 'Quand', heure_debut: 'À quelle heure', lieu: 'Où' }
  assert.deepEqual(await stored(), chosen)

  // The file has another column now: the settings name the one that is missing, and take another.
  server.serve('/agenda.csv', serving(SHEET.replace('Quand', 'Jour')))
  await page.getByRole('link', { name: 'Réglages' }).click()
  await page.getByRole('button', { name: 'Voir ce que cela donnerait' }).click()
  await page.getByText('Cette colonne n’est plus dans le fichier').waitFor()
  await page.getByText(/n.a plus cette colonne : Quand/).waitFor()
  await look.assertAccessible('a column that has gone')
  await column('Premier jour').selectOption('Jour')
  await page.getByText('2 éléments lus, 2 nouvelles publications').first().waitFor()
  await page.getByRole('button', { name: 'Enregistrer les réglages' }).click()
  await page.getByText('Réglages enregistrés.').waitFor()
  assert.deepEqual(await stored(), { ...chosen, date_debut: 'Jour' })
  assert.deepEqual(look.faults, [])
})

test('what is known by its name is chosen already, on a phone and in the dark', { skip }, async () => {
  const { app, email } = await openTown()
  const sheet = 'Titre;Date;Lieu;Texte\nLoto;12/12/2096;Salle des fêtes;Buvette\n'
  const url = server.serve('/connu.csv', serving(sheet))
  const look = await visit(app, { width: 390, dark: true, touch: true })
  const { page } = look
  await enter(look, email, '/imports/nouvelle')
  await page.getByLabel('Adresse').fill(url)
  await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
  const column = (name: string) => page.getByRole('combobox', { name, exact: true })
  await column('Lieu').waitFor()
  await becomes(
    () =>
      Promise.all(['Titre', 'Premier jour', 'Lieu', 'Texte', 'Lien'].map(name => column(name).inputValue())),
    ['Titre', 'Date', 'Lieu', 'Texte', ''],
  )
  await look.assertAccessible('on a phone')
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.ok(wide <= 0, `${wide} px too wide`)
  await becomes(() => page.getByLabel('Nom', { exact: true }).inputValue(), 'connu', 'the file has a name')
  await page.getByRole('button', { name: 'Ajouter' }).last().click()
  await page.getByRole('button', { name: 'Lire maintenant' }).waitFor()
  const { rows } = await app.owner.query('select columns from import_sources')
  assert.deepEqual(
    rows[0].columns,
    { title: 'Titre', date_debut: 'Date', lieu: 'Lieu', body: 'Texte' },
    'they stay what was seen, whatever the file calls them later',
  )
  assert.deepEqual(look.faults, [])
})
