// In one browser: it is about requests and their outcome.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { frameShown, skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'

/** The page of a user, for an administrator; the reply about a change of the user waits for `answer`. */
async function pageOfUser() {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'admin')
  const { rows } = await app.owner.query('select id from users where email = $1', [
    await account(app, 'karim@example.org', 'operator_claims'),
  ])
  const user: string = rows[0].id
  const look = await visit(app)
  const { page } = look
  await enter(look, email, `/utilisateurs/${user}`)
  const sent: string[] = []
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route(`**/api/v1/admin/users/${user}`, async route => {
    const method = route.request().method()
    sent.push(method)
    if (method !== 'GET') await held
    await route.continue()
  })
  const suspend = page.getByRole('button', { name: 'Suspendre le compte' })
  return { ...{ app, email, look, page, sent, suspend }, answer: () => answer() }
}

test('a slow second click sends nothing, and the notice is shown after the record was read again', {
  skip,
}, async () => {
  const { look, page, sent, suspend, answer } = await pageOfUser()
  await suspend.click()
  await becomes(async () => sent.length, 1)
  // Past the time in which a second click counts as a double click.
  await page.waitForTimeout(700)
  await suspend.click()
  await frameShown(page)
  assert.deepEqual(sent, ['PATCH'])
  answer()
  await page.getByRole('status').filter({ hasText: 'Le compte est suspendu' }).waitFor()
  assert.deepEqual(sent, ['PATCH', 'GET'])
  await page.getByRole('button', { name: 'Rouvrir le compte' }).click()
  await page.getByRole('status').filter({ hasText: 'Le compte est rouvert.' }).waitFor()
  assert.deepEqual(look.faults, [])
})

test('of two actions pressed at once, the second is sent after the answer to the first, and each of them once', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'admin')
  const invited = await app.as(await app.user(['admin'])).post('/admin/users', {
    email: 'nouvelle@example.org',
    roles: ['operator_claims'],
  })
  const look = await visit(app)
  const { page } = look
  await enter(look, email, `/utilisateurs/${invited.body.data.id}`)
  const sent: string[] = []
  const late = Promise.withResolvers<void>()
  await page.route('**/api/v1/admin/users/**', async route => {
    const method = route.request().method()
    if (method === 'GET') return route.fallback()
    sent.push(method)
    await late.promise
    await route.continue()
  })
  const again = page.getByRole('button', { name: 'Renvoyer l’invitation' })
  const suspend = page.getByRole('button', { name: 'Suspendre le compte' })
  for (const button of [again, suspend, again, suspend]) await button.click()
  await frameShown(page)
  assert.deepEqual(sent, ['POST'])
  late.resolve()
  await page.getByRole('status').filter({ hasText: 'Le compte est suspendu' }).waitFor()
  await page.getByRole('button', { name: 'Rouvrir le compte' }).waitFor()
  assert.deepEqual(sent, ['POST', 'PATCH'])
  assert.deepEqual(look.faults, [])
})

test('a screen has its own words for a refusal; other refusals give a reference, and the next action drops them', {
  skip,
}, async () => {
  const { page, suspend, answer } = await pageOfUser()
  answer()
  let refusal: string | undefined
  await page.route('**/api/v1/admin/users/*', async route => {
    if (route.request().method() !== 'PATCH' || !refusal) return route.fallback()
    await route.fulfill({
      status: 409,
      json: { error: refusal, message: 'Refusé ici.', request_id: 'r-17' },
    })
  })
  const alert = page.getByRole('alert').filter({ hasText: /./ })
  refusal = 'last_admin'
  await suspend.click()
  await alert.getByText('C’est la dernière personne qui administre Parvis.').waitFor()
  assert.doesNotMatch((await alert.textContent()) ?? '', /r-17/)
  refusal = 'conflict'
  await suspend.click()
  await alert.getByText('Refusé ici.').waitFor()
  await alert.getByText(/r-17/).waitFor()
  refusal = undefined
  await suspend.click()
  await page.getByRole('status').filter({ hasText: 'Le compte est suspendu' }).waitFor()
  await becomes(() => alert.count(), 0)
})

test('a version conflict is told in the same words, and the screen shows what is there now', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'admin')
  const admin = app.as(await app.user(['admin']))
  const { body } = await admin.post('/admin/watched-words', {
    nom: 'Arnaques',
    kind: 'words',
    words: ['crypto'],
  })
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/reglages?onglet=mots')
  const remove = (nom: string) => page.getByRole('button', { name: `Effacer « ${nom} »` })
  await remove('Arnaques').waitFor()
  await app.owner.query(`update watched_words set nom = 'Annonces louches' where id = $1`, [body.data.id])
  await remove('Arnaques').click()
  await page.getByRole('alert').getByText('Quelqu’un vient d’y toucher.').waitFor()
  await remove('Annonces louches').click()
  await page.getByRole('status').filter({ hasText: '« Annonces louches » est effacée.' }).waitFor()
  await becomes(async () => (await admin.get('/admin/watched-words')).body.data.length, 0)
})

test('the dialog of a question closes with the answer, and its button has the focus again', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'admin')
  const invited = await app.as(await app.user(['admin'])).post('/admin/users', {
    email: 'nouvelle@example.org',
    nom: 'Maëlle Le Goff',
    roles: ['operator_claims'],
  })
  const look = await visit(app)
  const { page } = look
  await enter(look, email, `/utilisateurs/${invited.body.data.id}`)
  await page.route('**/invite', route =>
    route.fulfill({ status: 409, json: { error: 'conflict', message: 'Refusé ici.', request_id: 'r-18' } }),
  )
  const withdraw = page.getByRole('button', { name: 'Retirer l’invitation' })
  await withdraw.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer l’invitation' }).click()
  await page.getByRole('alert').getByText('Refusé ici.').waitFor()
  await becomes(() => page.getByRole('dialog').count(), 0)
  await becomes(() => withdraw.evaluate(one => one === document.activeElement), true)
})
