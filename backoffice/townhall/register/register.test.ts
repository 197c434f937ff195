// In one browser: what is sent is about the service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import { openTown } from '../../test/town-hall.ts'

const service = skip ? undefined : openTown()
const opened = async () => (await service) ?? assert.fail('there is a browser')

test('a clerk pastes a table, sees what is understood, and takes it over', { skip }, async () => {
  const { app, clerk, hall } = await opened()
  const look = await visit(app, { width: 390 })
  const { page } = look
  await enter(look, clerk)
  await page.goto('/espace/acte')
  await page.getByRole('link', { name: 'Reprendre un registre' }).click()
  await page.getByRole('heading', { name: 'Reprendre un registre', level: 1 }).waitFor()
  await look.assertAccessible('the form of a register')
  const understand = page.getByRole('button', { name: 'Voir ce qui est compris' })
  await understand.click()
  await page.getByText('Choisissez un fichier, ou collez votre tableau.').waitFor()
  const choose = page.locator('input[type=file]')
  await choose.setInputFiles({ name: 'actes.xlsx', mimeType: 'x', buffer: Buffer.from('PK\x03\x04') })
  await page.getByRole('alert').getByText('C’est un classeur.').waitFor()
  const table = page.getByLabel('Tableau')
  await table.fill('Titre\tJour\nBal\tdemain')
  await understand.click()
  await page.getByText('doit nommer les colonnes Numéro, Date, Objet et Lien').waitFor()
  const text = [
    'Numéro\tDate\tObjet\tLien',
    'D-1\t12/03/2019\tÉtude de la traversée\thttps://exemple.fr/D-1.pdf',
    'D-2\t12/03/19\tTarifs\thttps://exemple.fr/D-2.pdf',
  ].join('\n')
  await choose.setInputFiles({
    name: 'actes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text, 'latin1'),
  })
  await becomes(() => table.inputValue(), text)
  await understand.click()
  await page.getByText('1 acte à reprendre, 1 ligne non comprise.').waitFor()
  await page.getByText('Ligne 3 : la date n’est pas un jour passé').waitFor()
  await page.getByText('Étude de la traversée', { exact: true }).waitFor()
  await look.assertAccessible('what is understood of a register')
  // Another table was not looked at.
  await table.fill(`${text}\n`)
  await becomes(() => page.getByRole('button', { name: 'Reprendre cet acte' }).count(), 0)
  await understand.click()
  await page.getByRole('button', { name: 'Reprendre cet acte' }).click()
  await page.getByText('0 acte repris sur 1.').waitFor()
  await page.getByText('Vous pouvez quitter cette page').waitFor()
  await becomes(
    () => page.evaluate(() => document.activeElement?.textContent),
    /^Reprise en cours0 acte repris/,
  )
  await look.assertAccessible('a register that is taken over')
  // As the job leaves it.
  await app.owner.query(
    `update act_registers set state = 'done', text = null, ended_at = now(), taken = 1 where acteur_id = $1`,
    [hall],
  )
  await page.reload()
  await page.getByText('1 acte repris sur 1.').waitFor()
  await table.waitFor()
})
