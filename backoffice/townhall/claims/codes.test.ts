// In one browser: its parts are shown in both by other tests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { misplaced } from '../../test/measures.ts'

test('a town hall proves itself by the code of its official address, and the team takes the access back', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Écully', departement: '69' })
  const acteur = await make.acteur(app, commune, { nom: 'Mairie d’Écully', type: 'mairie' })
  await app.owner.query('update communes set mairie_actor_id = $1 where id = $2', [acteur, commune])
  await app.owner.query(
    `insert into town_hall_readings (commune_id, register, emails, domains, read_on)
     select $1, register, '{contact@ecully.fr}', '{ecully.fr}', current_date - 50 from unnest(array['dila', 'dpnt']) register`,
    [commune],
  )
  const claimant = await account(app, 'lea@example.org')
  const treater = await account(app, 'karim@example.org', 'operator_claims')
  const office = app.as(await app.user(['operator_claims']))
  await app.owner.query(
    `insert into claims (acteur_id, message, email, claimant_user_id, language, expires_at)
     select $1, 'Secrétaire de mairie.', email, id, 'fr', now() + interval '30 days' from users where email = $2`,
    [acteur, claimant],
  )
  const [{ id }] = (await office.get('/admin/claims')).body.data

  const look = await visit(app, { width: 390 })
  const { page } = look
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await enter(look, claimant, '/espace/demandes')
  await page.getByText('datent de plus de 45 jours').waitFor()
  await look.assertAccessible('no code can be sent')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/blocked.png`, fullPage: true })
  await app.owner.query('update town_hall_readings set read_on = current_date')
  await page.reload()
  await page.getByText('Il part à l’adresse').waitFor()
  await look.assertAccessible('a code can be sent')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/offer.png`, fullPage: true })
  await button('Envoyer le code à la mairie').click()
  const typed = page.getByRole('textbox', { name: 'Code reçu par la mairie' })
  await typed.fill('AAAA-AAAA')
  await button('Ouvrir la page').click()
  await page.getByText('Ce code n’est pas celui qui a été envoyé').waitFor()
  await look.assertAccessible('a wrong code')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/code.png`, fullPage: true })
  const { rows } = await app.owner.query(
    `select text, html from mails where template = 'official-code' and recipient_email = 'contact@ecully.fr'`,
  )
  assert.equal(rows.length, 1)
  await typed.fill(/\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(rows[0].text)?.[0] ?? '')
  await button('Ouvrir la page').click()
  await page.getByText('Cette page est la vôtre').waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/granted.png`, fullPage: true })
  const faults = look.faults.filter(fault => !/ 422 /.test(fault))
  assert.deepEqual([...(await misplaced(page)), ...faults], [])

  const desk = await visit(app, { width: 1280 })
  await enter(desk, treater, '/')
  if (process.env.SHOTS) await desk.page.screenshot({ path: `${process.env.SHOTS}/home.png` })
  await desk.page.getByRole('link', { name: /a prouvé son identité par un code/ }).click()
  await desk.page.getByText('personne n’a décidé').waitFor()
  await desk.page.getByText('Code de l’adresse officielle reçu').waitFor()
  await desk.assertAccessible('a claim that a code granted')
  if (process.env.SHOTS) await desk.page.screenshot({ path: `${process.env.SHOTS}/desk.png` })
  await desk.page.getByRole('button', { name: 'Reprendre l’accès' }).click()
  await desk.page.getByText('la demande attend une décision').waitFor()
  await becomes(async () => {
    const { data } = (await office.get(`/admin/claims/${id}`)).body
    return [data.status, data.official]
  }, ['pending', { to: null, blocked: 'undone' }])
  await desk.page.getByText('un accès donné par un code a été repris').waitFor()
  assert.deepEqual([...(await misplaced(desk.page)), ...desk.faults], [])
  if (process.env.SHOTS) await desk.page.screenshot({ path: `${process.env.SHOTS}/taken.png` })
})
