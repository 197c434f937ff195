// In one browser: its parts are shown in both by other tests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit, withoutNews } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { siretOf } from '../../../test/fixtures/town-halls.ts'
import { VOUCHING } from '../../../test/fixtures/vouched-session.ts'
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
  await page.getByText('Recevez un code à l’adresse').waitFor()
  await look.assertAccessible('a code can be sent')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/offer.png`, fullPage: true })
  assert.equal(await page.getByText('S’identifier avec').count(), 0, 'no provider vouches for a SIRET')
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
  const hear = await withoutNews(desk)
  await enter(desk, treater, '/')
  if (process.env.SHOTS) await desk.page.screenshot({ path: `${process.env.SHOTS}/home.png` })
  await desk.page.getByRole('link', { name: /a prouvé son identité/ }).click()
  await desk.page.getByText('personne n’a décidé').waitFor()
  await desk.page.getByText('Code de l’adresse officielle reçu').waitFor()
  await desk.assertAccessible('a claim that a code granted')
  if (process.env.SHOTS) await desk.page.screenshot({ path: `${process.env.SHOTS}/desk.png` })
  // News come before the answer: the claim, which the list no longer has, stays open.
  const late = Promise.withResolvers<void>()
  await desk.page.route('**/admin/claims/*/undo', async route => {
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response })
  })
  await desk.page.getByRole('button', { name: 'Reprendre l’accès' }).click()
  await desk.page.getByText('la demande attend une décision').waitFor()
  await becomes(async () => {
    const { data } = (await office.get(`/admin/claims/${id}`)).body
    return [data.status, data.official]
  }, ['pending', { to: null, blocked: 'undone' }])
  const counted = desk.page.waitForResponse('**/admin/counts')
  hear()
  await counted
  // A list is read again within 400 ms.
  await desk.page.waitForTimeout(600)
  late.resolve()
  await desk.page.getByText('un accès donné sans l’équipe a été repris').waitFor()
  assert.deepEqual([...(await misplaced(desk.page)), ...desk.faults], [])
  if (process.env.SHOTS) await desk.page.screenshot({ path: `${process.env.SHOTS}/taken.png` })
})

test('a clerk opens the page of a town that has none, after a sign-in that gives no SIRET', {
  skip,
}, async () => {
  const app = await startBackoffice({ env: VOUCHING })
  const commune = await make.commune(app, { nom: 'Aouste', departement: '26' })
  await app.owner.query(
    `insert into town_hall_readings (commune_id, register, emails, domains, siret, read_on)
     select $1, register, '{mairie@aouste.fr}', '{aouste.fr}', $2, current_date from unnest(array['dila', 'dpnt']) register`,
    [commune, siretOf(1)],
  )
  const clerk = await account(app, 'lea@example.org')
  for (const width of [390, 1280]) {
    const look = await visit(app, { width, dark: width > 390 })
    const { page } = look
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await enter(look, clerk, '/espace/demandes')
    await page.getByRole('textbox', { name: 'Nom ou code postal' }).fill('Aouste')
    await page.getByRole('button', { name: /^Choisir Aouste/ }).click()
    await button('Prouver que je suis la mairie').waitFor()
    await look.assertAccessible('the town is chosen')
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/ask-${width}.png`, fullPage: true })
    await button('Prouver que je suis la mairie').click()
    await page.getByText('son SIRET doit être celui de la mairie').waitFor()
    await button('S’identifier avec ProConnect').waitFor()
    await look.assertAccessible('both ways')
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/ways-${width}.png`, fullPage: true })
    assert.deepEqual([...(await misplaced(page)), ...look.faults], [])
    if (width === 390) continue
    await button('Envoyer le code à la mairie').click()
    const typed = page.getByRole('textbox', { name: 'Code reçu par la mairie' })
    await typed.waitFor()
    const { rows } = await app.owner.query(
      `select text from mails where recipient_email = 'mairie@aouste.fr'`,
    )
    await typed.fill(/\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(rows[0].text)?.[0] ?? '')
    await button('Ouvrir la page').click()
    await page.getByRole('heading', { name: 'Mairie d’Aouste · Aouste' }).waitFor()
    await page.getByText('Cette page est la vôtre').waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/opened.png`, fullPage: true })
    assert.deepEqual([...(await misplaced(page)), ...look.faults], [])
  }
})

test('the session of a sign-in that gives the SIRET of the town hall opens its page', { skip }, async () => {
  const app = await startBackoffice({ env: VOUCHING })
  const commune = await make.commune(app, { nom: 'Crest', departement: '26' })
  const siret = siretOf(2)
  await app.owner.query(
    `insert into town_hall_readings (commune_id, register, emails, domains, siret, read_on)
     select $1, register, '{}', '{}', $2, current_date from unnest(array['dila', 'dpnt']) register`,
    [commune, siret],
  )
  const clerk = await account(app, 'lea@example.org')
  const look = await visit(app, { width: 390 })
  const { page } = look
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await enter(look, clerk, '/espace/demandes')
  const vouch = (hours: number, of = siret) =>
    app.owner.query(
      `insert into auth_provider_sessions (session_id, issuer, subject, siret, siret_at)
       select id, $1, 'agent', $2, now() - $3::int * interval '1 hour' from auth_sessions
       on conflict (session_id) do update set siret = excluded.siret, siret_at = excluded.siret_at`,
      [VOUCHING.OIDC_ISSUER, of, hours],
    )
  const choose = async () => {
    await page.reload()
    await page.getByRole('textbox', { name: 'Nom ou code postal' }).fill('Crest')
    await page.getByRole('button', { name: /^Choisir Crest/ }).click()
    await button('Prouver que je suis la mairie').click()
  }
  await vouch(25)
  await choose()
  await page.getByText('Votre identification date de plus d’un jour').waitFor()
  await vouch(0, siretOf(3))
  await choose()
  await page.getByText('celui d’un autre établissement').waitFor()
  await vouch(0)
  await choose()
  await page.getByText('Le SIRET de votre identification est celui de la mairie').waitFor()
  await look.assertAccessible('the right SIRET')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/siret.png`, fullPage: true })
  await button('Ouvrir la page').click()
  await page.getByRole('heading', { name: 'Mairie de Crest · Crest' }).waitFor()
  assert.deepEqual([...(await misplaced(page)), ...look.faults], [])
})
