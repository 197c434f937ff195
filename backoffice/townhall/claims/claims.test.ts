// In one browser: its parts are shown in both by other tests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { misplaced } from '../../test/measures.ts'

test('a person without a page asks for one, enters the code of the letter and reads the answer', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Saint-Benoît', departement: '86' })
  await make.acteur(app, commune, { nom: 'Club de judo', adresse: '1 rue du Stade' })
  const office = app.as(await app.user(['operator_claims', 'operator_support']))
  const claimant = await account(app, 'lea@example.org')
  const look = await visit(app, { width: 390 })
  const { page } = look
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  // The page of an empty commune leads here: its commune is chosen already.
  const [{ slug }] = (await app.owner.query('select slug from communes where id = $1', [commune])).rows
  await page.goto(`/inscription?commune=${slug}`)
  await page.getByRole('heading', { name: 'S’inscrire' }).waitFor()
  await enter(look, claimant, '/espace')
  await page.getByRole('link', { name: 'Demander une page, suivre mes demandes' }).click()
  await page.getByText('Saint-Benoît (86)').waitFor()

  // Not in the list: a message to the team.
  await button('Mon organisme n’est pas dans la liste').click()
  await page.getByRole('textbox', { name: 'Nom de l’organisme' }).fill('Chorale')
  await page.getByRole('textbox', { name: /Que fait-il/ }).fill('Je la dirige.')
  await look.assertAccessible('a new acteur')
  await button('Envoyer la description').click()
  await page.getByText('L’équipe vous répond par courriel').waitFor()
  const [asked] = (await office.get('/admin/messages/threads')).body.data
  assert.equal(asked.subject, 'Nouvelle page\u00a0: Chorale (Saint-Benoît (86))')

  await page.reload()
  await button('Changer').click()
  await page.getByRole('textbox', { name: 'Nom ou code postal' }).fill('saint-b')
  await button('Choisir Saint-Benoît (86)').click()
  await page.getByRole('textbox', { name: 'Son nom' }).fill('judo')
  await button('Choisir Club de judo').click()
  await page.getByRole('textbox', { name: 'Qui êtes-vous' }).fill('Je suis la trésorière.')
  await look.assertAccessible('a claim')
  await button('Envoyer la demande').click()
  await page.getByText('Une personne examine votre demande').waitFor()

  const [{ id }] = (await office.get('/admin/claims')).body.data
  await office.post(`/admin/claims/${id}/letter`, undefined)
  const { code } = (await office.get(`/admin/claims/${id}/letter`)).body.data
  await page.reload()
  const typed = page.getByRole('textbox', { name: 'Code de la lettre' })
  await typed.fill('AAAA-AAAA')
  await button('Envoyer le code').click()
  await page.getByText('Ce code n’est pas celui qui a été envoyé').waitFor()
  await page.getByText('4 essais possibles').waitFor()
  await look.assertAccessible('a wrong code')
  await typed.fill(code)
  await button('Envoyer le code').click()
  await page.getByText('Le code est juste').waitFor()

  await office.patch(`/admin/claims/${id}`, { status: 'rejected', reason: 'Le club a fermé.' })
  await page.reload()
  await page.getByText('Le club a fermé.').waitFor()
  await button('Contester…').click()
  await page.getByRole('dialog').getByRole('textbox').fill('Le club est ouvert.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Vous l’avez contestée').waitFor()
  await becomes(() => typed.count(), 0)
  const [appeal] = (await office.get('/admin/appeals')).body.data
  await office.patch(`/admin/appeals/${appeal.id}`, { status: 'overturned', answer: 'Il est bien ouvert.' })
  await page.reload()
  await page.getByText('l’équipe est revenue dessus').waitFor()
  await page.getByText('Il est bien ouvert.').waitFor()
  const faults = look.faults.filter(fault => !/ 422 /.test(fault))
  assert.deepEqual([...(await misplaced(page)), ...faults], [])
})
