// In one browser: what is sent is about the service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import { actPdf, pdf } from '../../../test/fixtures/own-pictures.ts'
import { openTown } from '../../test/town-hall.ts'

const service = skip ? undefined : openTown()
const opened = async () => (await service) ?? assert.fail('there is a browser')
const file = (bytes: Uint8Array) => ({
  name: 'D-2026-041.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(bytes),
})

test('a clerk publishes an act on a telephone: what is missing is told, a PDF of pictures is asked about', {
  skip,
}, async () => {
  const { app, clerk, hall } = await opened()
  const look = await visit(app, { width: 390 })
  const { page } = look
  await enter(look, clerk)
  await page.goto('/espace/publications')
  await page.getByRole('link', { name: 'Publier un acte' }).click()
  await page.getByRole('heading', { name: 'Publier un acte', level: 1 }).waitFor()
  await page.getByText('données personnelles').waitFor()
  await look.assertAccessible('the form of an act')
  const send = page.getByRole('button', { name: 'Publier l’acte' })
  await send.click()
  await page.getByText('Choisissez le PDF de l’acte.').waitFor()
  await page.getByLabel('Numéro').fill('D-2026-041')
  await page.getByLabel('Date de l’acte').fill('15/10/2026')
  // A pasted object is not cut: what is published cannot be changed any more.
  const long = 'Convention d’occupation du domaine public, '.repeat(6)
  await page.getByLabel('Objet').fill(long)
  await page.getByText('C’est trop long').waitFor()
  assert.equal(await page.getByLabel('Objet').inputValue(), long)
  await page.getByLabel('Objet').fill('Étude de la traversée')
  await page.getByLabel('Prénom et nom de l’auteur').fill('Jeanne Petit')
  await page.getByLabel('Sa qualité').fill('maire')
  await page.getByLabel('Matière').selectOption('8.4')
  const choose = page.locator('input[type=file]')
  await choose.setInputFiles(file(pdf()))
  await page.getByRole('button', { name: 'Enlever le PDF' }).waitFor()
  await send.click()
  await page.getByLabel('Publier ce PDF sans texte').waitFor()
  await look.assertAccessible('a PDF without text')
  await page.getByRole('button', { name: 'Enlever le PDF' }).click()
  await choose.setInputFiles(file(actPdf()))
  await page.getByRole('button', { name: 'Enlever le PDF' }).waitFor()
  await becomes(() => page.getByLabel('Publier ce PDF sans texte').count(), 0)
  await send.click()
  await page.getByText('L’acte est publié.').waitFor()
  const shown = await page.getByRole('link', { name: 'Voir la page' }).getAttribute('href')
  const { rows } = await app.owner.query(
    `select a.numero, a.pris_le::text as day, a.avec_texte, p.title, p.visible_le <= now() as visible
     from actes a join publications p on p.id = a.publication_id where p.acteur_id = $1`,
    [hall],
  )
  assert.deepEqual(rows, [
    {
      numero: 'D-2026-041',
      day: '2026-10-15',
      avec_texte: true,
      title: 'Étude de la traversée',
      visible: true,
    },
  ])
  assert.match(
    await (await fetch(app.url + new URL(shown ?? '').pathname)).text(),
    /<h1[^>]*>Étude de la traversée/,
  )
  // Another act with its number: the clerk is warned.
  await page.getByLabel('Numéro').fill('n° d-2026-041')
  await page.getByLabel('Date de l’acte').fill('16/10/2026')
  await page.getByText('Un acte porte déjà ce numéro cette année-là : « Étude de la traversée »').waitFor()
  await look.assertAccessible('an act whose number is taken')
  // It does not change any more: the list offers no edit.
  await page.goto('/espace/publications')
  await page.getByText('Étude de la traversée').first().waitFor()
  assert.equal(await page.getByRole('link', { name: /Modifier/ }).count(), 0)
  await page.getByText('transmission à l’État non indiquée').waitFor()

  // Sent to the State afterwards: said once.
  const open = async () => {
    await page.getByRole('button', { name: /Autres gestes pour « Étude de la traversée »/ }).click()
    await page.getByRole('link', { name: 'Voir la page' }).waitFor()
  }
  await open()
  assert.equal(await page.getByText('Imprimer l’affiche').count(), 0)
  await page.getByRole('button', { name: 'Indiquer la transmission à l’État…' }).click()
  const save = page.getByRole('button', { name: 'Enregistrer la date' })
  await page.getByLabel('Transmis à l’État le').fill('14/10/2026')
  await save.click()
  await page.getByText('précède la date de l’acte').waitFor()
  await look.assertAccessible('the transmission of an act')
  await page.getByLabel('Transmis à l’État le').fill('20/10/2026')
  await save.click()
  await page.getByText('est indiquée sur sa page').waitFor()
  await page.getByText('transmission à l’État : 20 octobre 2026').waitFor()
  await open()
  assert.equal(await page.getByText('Indiquer la transmission').count(), 0)

  // Taken back after a question, because the law asks for two months.
  const state = async () =>
    (await app.owner.query(`select moderation_status from publications where acteur_id = $1`, [hall])).rows
  await page.getByRole('button', { name: 'Retirer…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('reste affiché deux mois').waitFor()
  await look.assertAccessible('whether to take an act back')
  await dialog.getByRole('button', { name: 'Le laisser affiché' }).click()
  assert.deepEqual(await state(), [{ moderation_status: 'published' }])
  await open()
  await page.getByRole('button', { name: 'Retirer…' }).click()
  await dialog.getByRole('button', { name: 'Retirer l’acte' }).click()
  await page.getByText('« Étude de la traversée » est retirée').waitFor()
  assert.deepEqual(await state(), [{ moderation_status: 'rejected' }])
  await page.getByRole('status').getByRole('button', { name: 'Annuler' }).click()
  await becomes(state, [{ moderation_status: 'published' }])
})
