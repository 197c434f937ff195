// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit, withoutNews } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { openDesk } from '../../test/moderation-desk.ts'

test('an item is taken, given to a colleague and noted, and found by the filter', { skip }, async () => {
  const { app, email, waiting, moderator } = await openDesk()
  const colleague = await moderator('karim@example.org')
  await app.owner.query(`update users set nom = 'Karim Benali' where email = $1`, [colleague])
  await app.owner.query(`update users set nom = 'Maëlle Le Goff' where email = $1`, [email])
  const id = await waiting('Vide-greniers')
  await waiting('Loto')
  const other = app.as(await app.user(['operator_moderation']))
  const state = async () => (await other.get(`/admin/publications/${id}`)).body.data
  const look = await visit(app)
  const { page } = look
  // A colleague's change is not known before the page's own.
  await withoutNews(look)
  await enter(look, email, `/moderation?item=${id}`)
  await page.getByRole('heading', { level: 2, name: 'Vide-greniers' }).waitFor()

  await page.keyboard.press('s')
  await page.getByText('Confiée à').first().waitFor()
  await eventually(async () => (await state()).assignee !== null, 'it is hers')
  const whose = page.locator('article').getByLabel('Suivi par')
  await whose.focus()
  await whose.locator('option', { hasText: 'Karim Benali' }).waitFor({ state: 'attached' })
  await whose.selectOption('Karim Benali')
  await page.getByText('Confiée à Karim Benali.').waitFor()
  await eventually(async () => (await state()).assignee?.nom === 'Karim Benali', 'it is his')

  // A colleague is quicker: the new assignee is shown, and nothing is overwritten.
  await other.patch(`/admin/publications/${id}/assignee`, { assignee_id: null })
  await whose.selectOption('Maëlle Le Goff')
  await page.getByText('Un collègue vient de la retirer').waitFor()
  assert.equal((await state()).assignee, null)

  await page.locator('#item-title').focus()
  await page.keyboard.press('n')
  await page.getByLabel('Votre note pour l’équipe').waitFor()
  await page.keyboard.press('Escape')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await becomes(focused, 'Écrire une note')
  await page.keyboard.press('n')
  const words = page.getByLabel('Votre note pour l’équipe')
  await words.fill('Appeler la mairie avant de publier. ')
  // Escape closes the list of colleagues, not the note.
  await words.pressSequentially('@kar')
  const named = page.getByRole('listbox').getByRole('option', { name: 'Karim Benali' })
  await named.waitFor()
  await look.assertAccessible('a colleague being named')
  // Where the caret leaves the name, or the focus goes back, nobody is chosen.
  await words.press('ArrowLeft')
  await named.waitFor({ state: 'detached' })
  await words.press('End')
  await words.press('Backspace')
  await named.waitFor()
  await words.press('Shift+Tab')
  await named.waitFor({ state: 'detached' })
  await becomes(() => words.evaluate(field => field === document.activeElement), false)
  await words.press('End')
  await words.pressSequentially('r')
  await named.waitFor()
  await page.keyboard.press('Escape')
  await named.waitFor({ state: 'detached' })
  await words.press('Backspace')
  await named.waitFor()
  await page.keyboard.press('Enter')
  await becomes(() => words.inputValue(), 'Appeler la mairie avant de publier. @Karim Benali ')
  const takeOut = page.getByRole('button', { name: 'Ne pas prévenir Karim Benali' })
  await takeOut.press('Enter')
  await takeOut.waitFor({ state: 'detached' })
  await becomes(() => words.evaluate(field => field === document.activeElement), true)
  await words.press('Backspace')
  await named.waitFor()
  await page.keyboard.press('Enter')
  await becomes(() => words.inputValue(), 'Appeler la mairie avant de publier. @Karim Benali ')
  await takeOut.waitFor()
  await look.assertAccessible('a note being written')
  await page.getByRole('button', { name: 'Garder la note' }).click()
  await page.getByRole('article', { name: 'Note pour l’équipe' }).getByText('Pour Karim Benali').waitFor()
  await page.getByRole('list').getByText('1 note').first().waitFor()
  await eventually(async () => (await state()).notes_count === 1, 'it is kept')
  await look.assertAccessible('a note')
  await page.getByRole('button', { name: 'Retirer la note' }).click()
  await page.getByRole('button', { name: 'La remettre' }).click()
  await page.getByRole('article', { name: 'Note pour l’équipe' }).waitFor()
  // As many as there are, however often one comes and goes.
  await page.getByRole('list').getByText('1 note', { exact: true }).first().waitFor()

  // Two notes are two articles, and no landmark of the same name.
  assert.equal(
    (await other.post(`/admin/publications/${id}/notes`, { body: 'La mairie est d’accord.' })).status,
    201,
  )
  await page.reload()
  await page.getByText('La mairie est d’accord.').waitFor()
  await look.assertAccessible('two notes')

  await page.goto('/moderation?suivi=personne')
  await page.getByRole('link', { name: 'Loto' }).click()
  await page.locator('#item-title').getByText('Loto').waitFor()
  // Escape leaves the field of the colleagues, and the keys of the desk count again.
  await page.getByRole('button', { name: 'Confier…' }).click()
  await becomes(() => page.evaluate(() => document.activeElement?.tagName), 'SELECT')
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.getByLabel('Votre note pour l’équipe').waitFor()
  await page.keyboard.press('Escape')
  await page.goto('/moderation?suivi=moi')
  await page.getByText('Rien ne correspond').first().waitFor()
  assert.deepEqual(look.faults, [])
})

test('an item that is taken and left again before the first answer is left; the screen shows the last wish', {
  skip,
}, async () => {
  const { app, email, waiting } = await openDesk()
  const id = await waiting('Fest-noz')
  const other = app.as(await app.user(['operator_moderation']))
  const look = await visit(app)
  const { page } = look
  await enter(look, email, `/moderation?item=${id}`)
  await page.getByRole('heading', { level: 2, name: 'Fest-noz' }).waitFor()
  const sent: unknown[] = []
  const late = Promise.withResolvers<void>()
  await page.route('**/assignee', async route => {
    sent.push(route.request().postDataJSON().assignee_id)
    await late.promise
    await route.continue()
  })
  const whose = page.locator('article').getByLabel('Suivi par')
  const isHeldBy = (wanted: boolean) =>
    becomes(async () => (await whose.count()) > 0 && (await whose.inputValue()) !== '', wanted)
  await page.keyboard.press('s')
  await isHeldBy(true)
  await becomes(async () => sent.length, 1)
  await page.keyboard.press('s')
  await isHeldBy(false)
  assert.equal(sent.length, 1)
  late.resolve()
  await page.getByText('Plus personne ne la suit.').waitFor()
  assert.deepEqual(sent.slice(1), [null])
  assert.equal((await other.get(`/admin/publications/${id}`)).body.data.assignee, null)
  await isHeldBy(false)
  assert.deepEqual(look.faults, [])
})
