// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import * as make from '../../../test/factories.ts'

test('a refusal on the home page says its category and its words, and is contested there', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const commune = await make.commune(app)
  const club = await make.acteur(app, commune, { nom: 'Le club' })
  const email = 'ines@example.org'
  await account(app, email)
  const { rows } = await app.owner.query('select id from users where email = $1', [email])
  const author = { id: rows[0].id, email, subject: '', token: '' }
  await make.member(app, club, author)
  const id = await make.publication(app, club, commune, {
    title: 'Soirée crêpes',
    moderation_status: 'pending',
    valide: false,
    created_by: author.id,
  })
  const moderator = await app.user(['operator_moderation'])
  const reason = 'Une soirée privée n’est pas annoncée ici.'
  const refusal = { moderation_status: 'rejected', reason_code: 'off_topic', reason }
  assert.equal((await app.as(moderator).patch(`/admin/publications/${id}/moderate`, refusal)).status, 200)

  const look = await visit(app, { width: 390 })
  const { page } = look
  await enter(look, email, '/espace')
  await page.getByText(`Motif : hors du sujet de la plateforme. La modération dit : « ${reason} »`).waitFor()
  await page.getByRole('button', { name: 'Contester…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Elle est ouverte à tout le monde.')
  await page.getByRole('dialog').getByRole('button').last().click()
  await page.getByText('Vous l’avez contestée').waitFor()
  await look.assertAccessible('a contested refusal on the home page')
})
