// In one browser: layout.test.ts shows these parts in both.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import * as make from '../../../test/factories.ts'

let isReady = false
const program = createServer((request, response) => {
  let body = ''
  request.on('data', piece => {
    body += piece
  })
  request.on('end', () => {
    const { data } = JSON.parse(body)
    response.end(isReady ? JSON.stringify({ challenge: data.challenge }) : '{}')
  })
})
program.listen(0, '127.0.0.1')
await once(program, 'listening')
const { port } = program.address() as AddressInfo
after(() => program.close())

test('an owner adds a program, verifies it and reads its log; an administrator adds one for communes and deletes it', {
  skip,
}, async () => {
  const app = await startBackoffice({ env: { IMPORT_ALLOW_PRIVATE: `127.0.0.1:${port}` } })
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
  const address = `http://127.0.0.1:${port}/parvis`

  await enter(look, email, '/espace/fiche')
  await page.getByText('Réglages avancés').click()
  await button('Ajouter un logiciel').click()
  await inDialog('Ajouter').click()
  await dialog.getByText('Choisissez au moins un événement.').waitFor()
  await look.assertAccessible('a new webhook with what is missing')
  await dialog.getByLabel('Quel logiciel ?').fill('Panneau lumineux')
  await dialog.getByLabel('Son adresse').fill('https://127.0.0.1/')
  await dialog.getByRole('checkbox', { name: 'Une alerte commence' }).check()
  await inDialog('Ajouter').click()
  await dialog
    .getByText(/Elle commence par https/)
    .first()
    .waitFor()
  await dialog.getByLabel('Son adresse').fill(address)
  await inDialog('Ajouter').click()
  const secret = await dialog.getByLabel('Secret').inputValue()
  assert.match(secret, /^whsec_/)
  await inDialog('J’ai copié le secret').click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await page.content()).includes(secret), false, 'it is shown once')

  await button('Vérifier : Panneau lumineux').click()
  await page.getByText('Sa réponse n’a pas le texte envoyé').waitFor()
  isReady = true
  await button('Vérifier : Panneau lumineux').click()
  await page.getByText('« Panneau lumineux » a bien répondu').waitFor()
  const endpoint = (await app.owner.query('select id from webhook_endpoints')).rows[0].id
  const alert = await make.publication(app, club, commune, { title: 'Vide-grenier' })
  const delivery = await make.delivery(app, endpoint, alert)
  await app.owner.query('update webhook_deliveries set status = 202 where id = $1', [delivery])
  await button('Journal : Panneau lumineux').click()
  await page.getByRole('list', { name: 'Les envois à « Panneau lumineux »' }).waitFor()
  await look.assertAccessible('the webhooks of an acteur, with a log')
  const log = page.getByRole('list', { name: 'Les envois à « Panneau lumineux »' })
  await log.getByRole('link', { name: 'Vide-grenier' }).waitFor()
  await page.getByText('réponse 202').waitFor()
  await page.getByText('Ce qui est envoyé').click()
  await log.getByText(alert).waitFor()
  await page.getByLabel('Montrer').selectOption('Abandonné')
  await page.getByText('Aucun envoi dans cet état.').waitFor()
  await page.getByLabel('Montrer').selectOption('Tous les envois')
  await button('Renvoyer : Vide-grenier').click()
  await log.getByText('En attente', { exact: true }).waitFor()
  await button('Envoyer un événement d’essai : Panneau lumineux').click()
  await log.getByText('Un événement d’essai').waitFor()
  await button('Modifier : Panneau lumineux').click()
  await look.assertAccessible('the form of a webhook')
  await dialog.getByLabel('Son adresse').fill(`${address}/2`)
  await inDialog('Enregistrer').click()
  await page.getByText('« Panneau lumineux » est modifié.').waitFor()
  await page.getByText('À vérifier', { exact: true }).waitFor()

  await page.goto('/reglages?onglet=envois')
  await button('Ajouter un logiciel').click()
  await dialog.getByLabel('Quel logiciel ?').fill('Site du canton')
  await dialog.getByLabel('Son adresse').fill(address)
  await dialog.getByRole('checkbox', { name: 'Une publication paraît' }).check()
  await dialog.getByLabel('De quoi le prévenir ?').selectOption('communes')
  await inDialog('Ajouter').click()
  await dialog.getByText('Choisissez de quoi le prévenir.').waitFor()
  await dialog.getByRole('combobox', { name: 'Ajouter une commune' }).fill('Saint-Be')
  await page.getByRole('option', { name: /Saint-Benoît/ }).click()
  await inDialog('Ajouter').click()
  await inDialog('J’ai copié le secret').click()
  await page.getByText(/^Pour Saint-Benoît/).waitFor()
  await look.assertAccessible('all webhooks')
  await button('Supprimer : Site du canton').click()
  await inDialog('Supprimer').click()
  await page.getByText('« Site du canton » est supprimé.').waitFor()
  assert.deepEqual(look.faults, [])
})
