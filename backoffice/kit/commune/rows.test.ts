// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { frameShown, skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'

async function openHall() {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Saint-Benoît' })
  const hall = await make.mairie(app, commune)
  const email = 'francoise@example.org'
  await account(app, email)
  const { rows } = await app.owner.query('select id from users where email = $1', [email])
  await make.member(app, hall, { id: rows[0].id, email, subject: '', token: '' }, 'owner', [
    'manage_publications',
  ])
  await app.owner.query(
    `insert into elus (commune_id, nom, prenom, fonction, cle, ordre)
     select $1, 'Nom ' || at, 'Anne', 'Conseillère municipale', at, at from generate_series(1, 40) at`,
    [commune],
  )
  return { app, email }
}
const service = skip ? undefined : openHall()
const opened = async () => (await service) ?? assert.fail('there is a browser')

test('a row removed at the end of a long list leaves “Annuler” in view, and the focus on the next row', {
  skip,
}, async () => {
  const { app, email } = await opened()
  const look = await visit(app, { width: 390 })
  const { page } = look
  await enter(look, email, '/espace/fiche?partie=elus')
  await page.getByRole('button', { name: /^Retirer\s?Anne Nom 40/ }).click()
  const undo = page.getByRole('button', { name: 'Annuler' })
  await undo.waitFor()
  await page.getByRole('button', { name: /^Modifier\s?Anne Nom 39/ }).waitFor()
  const isSeen = () =>
    undo.evaluate(button => {
      const { top, bottom } = button.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  await becomes(isSeen, true)
  await becomes(() => page.evaluate(() => document.activeElement?.textContent ?? ''), /Anne Nom 39/)
  await look.assertAccessible('a removed row')
  // Going up by keys, what has the focus is not below the notice.
  for (let presses = 0; presses < 24; presses++) {
    await page.keyboard.press('Shift+Tab')
    await frameShown(page)
    const isHidden = await undo.evaluate(button => {
      const notice = button.closest('[role=status]')?.getBoundingClientRect()
      const focused = document.activeElement?.getBoundingClientRect()
      return !notice || !focused || (focused.top >= 0 && focused.bottom <= notice.bottom)
    })
    assert.equal(isHidden, false, `after ${presses + 1}`)
  }
  await undo.click()
  await page.getByRole('button', { name: /^Modifier\s?Anne Nom 40/ }).waitFor()
})

test('a second row removed while the list is read again after the first is no conflict with oneself', {
  skip,
}, async () => {
  const { app, email } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/espace/fiche?partie=elus')
  const remove = (name: string) => page.getByRole('button', { name: new RegExp(`^Retirer\\s?Anne ${name}$`) })
  await remove('Nom 1').waitFor()
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/elus', async route => {
    asked.resolve()
    await late.promise
    await route.continue().catch(() => {})
  })
  const answers: number[] = []
  page.on('response', response => {
    if (response.request().method() === 'PATCH') answers.push(response.status())
  })
  await remove('Nom 1').click()
  // Clicks count again, and the screen still shows the list of before.
  await asked.promise
  await remove('Nom 2').click()
  late.resolve()
  await page.getByText('Anne Nom 2, Conseillère municipale').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.equal(answers.at(-1), 200)
  await becomes(() => remove('Nom 2').count(), 0)
  assert.equal(await remove('Nom 1').count(), 0)
  assert.deepEqual(look.faults, [])
})

test('a new row that was saved without an answer is not added again', { skip }, async () => {
  const { app, email } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/espace/fiche?partie=elus')
  let isLost = true
  await page.route('**/mairie/**', async route => {
    if (!isLost || route.request().method() !== 'PATCH') return await route.continue()
    isLost = false
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Ajouter un élu' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Prénom').fill('Ève')
  await form.getByLabel('Nom', { exact: true }).fill('Roy')
  await form.getByLabel('Fonction').fill('Adjointe')
  const save = form.getByRole('button', { name: 'Enregistrer', exact: true })
  await save.click()
  await form.getByText('Le service ne répond pas').waitFor()
  await save.click()
  await form.waitFor({ state: 'detached' })
  const { rows } = await app.owner.query(`select from elus where nom = 'Roy'`)
  assert.equal(rows.length, 1)
})

test('a row that a colleague changed before the list was read again is asked about', { skip }, async () => {
  const { app, email } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/espace/fiche?partie=elus')
  const edit = page.getByRole('button', { name: /^Modifier\s?Anne Nom 5$/ })
  const form = page.getByRole('dialog', { name: 'Modifier' })
  const role = form.getByLabel('Fonction')
  await edit.click()
  await role.fill('Maire')
  await app.owner.query(`update elus set fonction = 'Adjointe' where nom = 'Nom 5'`)
  await page.reload()
  await edit.click()
  await becomes(() => role.inputValue(), 'Maire')
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  const asked = page.getByRole('dialog', { name: /avant vous/ })
  await asked.getByText('Adjointe').waitFor()
  await asked.getByRole('button', { name: 'Enregistrer quand même' }).click()
  await asked.waitFor({ state: 'detached' })
  const now = async () =>
    (await app.owner.query(`select fonction from elus where nom = 'Nom 5'`)).rows[0]?.fonction
  await becomes(now, 'Maire')
})
