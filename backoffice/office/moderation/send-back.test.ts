// In one browser: what is decided and written is about the service; reject.test.ts and write.test.ts show the same parts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { openDesk } from '../../test/moderation-desk.ts'

const COMMENT = 'À quelle heure commence-t-elle ?'

test('a publication is sent back by a key, its author corrects it, and the moderator sees what changed', {
  skip,
}, async () => {
  const { app, acteur, email, waiting, statusOf } = await openDesk()
  const author = await account(app, 'bernard@example.org')
  const { rows } = await app.owner.query('select id from users where email = $1', [author])
  const created_by = rows[0].id
  await make.member(app, acteur, { id: created_by })
  const id = await waiting('Collecte de sang', { created_by, body: 'Salle des fêtes, samedi.' })
  const imported = await waiting('Apportée par un import')

  const desk = await visit(app)
  await enter(desk, email, `/moderation?item=${imported}`)
  const { page } = desk
  const bar = page.getByRole('button', { name: /^Renvoyer…/ })
  await page.locator('#item-title').getByText('Apportée par un import').waitFor()
  await page.getByRole('button', { name: /^Refuser…/ }).waitFor()
  assert.equal(await bar.count(), 0)
  await page.goto(`${app.url}/moderation?item=${id}`)
  await page.locator('#item-title').getByText('Collecte de sang').waitFor()
  await bar.waitFor()
  await page.keyboard.press('V')
  const dialog = page.getByRole('dialog')
  const words = dialog.getByLabel('Ce qu’il faut corriger')
  await words.waitFor()
  await words.press('Control+Enter')
  await dialog.getByText('Dites ce qu’il faut corriger.').waitFor()
  await words.fill(COMMENT)
  await desk.assertAccessible('what to correct')
  await words.press('Control+Enter')
  await page.getByText('« Collecte de sang » est renvoyée à son auteur.').waitFor()
  await eventually(async () => (await statusOf(id)) === 'changes_requested', 'it is sent back')
  await page.goto(`${app.url}/moderation?onglet=renvoyees&item=${id}`)
  await page.getByText('Demandé à l’auteur').waitFor()
  await page.getByText(COMMENT).waitFor()
  await desk.assertAccessible('what was sent back')

  const house = await visit(app, { width: 390 })
  await enter(house, author, '/espace')
  await house.page.getByRole('heading', { name: 'À corriger' }).waitFor()
  await becomes(() => house.page.getByRole('heading', { name: 'Collecte de sang' }).count(), 1)
  await house.assertAccessible('the home page with what is to be corrected')
  await house.page.goto('/espace/publications?etat=a_corriger')
  await house.page.getByText(`La modération dit : « ${COMMENT} »`).waitFor()
  await house.assertAccessible('what is to be corrected')
  await house.page.getByRole('link', { name: 'Corriger et renvoyer' }).click()
  await house.page.getByText('La modération vous demande de la corriger').waitFor()
  await house.assertAccessible('the form of what is to be corrected')
  await house.page.getByLabel('Texte').fill('Salle des fêtes, samedi de 9 h à 13 h.')
  await house.page.getByRole('button', { name: 'Renvoyer à la relecture' }).click()
  await house.page.getByText('« Collecte de sang » est envoyée.').waitFor()
  assert.equal(await statusOf(id), 'pending')

  await page.goto(`${app.url}/moderation?item=${id}`)
  await page.getByText('Ce qui a changé depuis qu’elle a été renvoyée').waitFor()
  await page.locator('ins', { hasText: '9' }).first().waitFor()
  await page.getByText(`Demandé à l’auteur : ${COMMENT}`).waitFor()
  await desk.assertAccessible('what changed since it was sent back')
})

test('of a long text that was corrected, the changes are in view, and a button shows what stayed', {
  skip,
}, async () => {
  const { app, acteur, email, waiting } = await openDesk()
  const [author, moderator] = [await app.user(), await app.user(['operator_moderation'])]
  await make.member(app, acteur, author)
  const paragraph = (at: number) =>
    `Article ${at}. ${`La salle des fêtes numéro ${at} est ouverte aux habitants chaque semaine. `.repeat(4)}`
  const text = Array.from({ length: 30 }, (_, at) => paragraph(at))
  const id = await waiting('Règlement', { created_by: author.id, body: text.join('\n\n') })
  const sentBack = { moderation_status: 'changes_requested', reason: COMMENT }
  assert.equal((await app.as(moderator).patch(`/admin/publications/${id}/moderate`, sentBack)).status, 200)
  const corrected = text
    .with(4, `Article 4. ${'Une tout autre règle, sans rapport avec celle qui précédait ici. '.repeat(5)}`)
    .with(25, paragraph(25).replace('chaque semaine', 'chaque mois'))
    .concat(...Array.from({ length: 9 }, (_, at) => `Ajout ${at} : ${'des mots nouveaux, '.repeat(9)}.`))
  const resubmitted = { body: corrected.join('\n\n'), resubmit: true }
  assert.equal((await app.as(author, 'public').patch(`/publications/${id}`, resubmitted)).status, 200)

  const desk = await visit(app, { width: 390 })
  const { page } = desk
  await enter(desk, email)
  await page.goto(`${app.url}/moderation?item=${id}`)
  await page.getByText('Ce qui a changé depuis qu’elle a été renvoyée').waitFor()
  const marked = async (tag: string) =>
    (await page.locator(`dl ${tag}`).allInnerTexts()).map(said =>
      said.replace(/^(?:retiré|ajouté)\s:/, '').trim(),
    )
  const [ruleBefore, word] = await marked('del')
  assert.match(ruleBefore ?? '', /^Article 4\. La salle des fêtes numéro 4/)
  assert.deepEqual([word, (await marked('ins'))[1]], ['semaine', 'mois'])
  const stayed = page.getByRole('button', { name: /mots inchangés/ })
  const hidden = stayed.nth(1)
  await becomes(() => stayed.count(), 3)
  const shown = page.locator('dl').getByText('numéro 11 est')
  await becomes(() => shown.count(), 0)
  await hidden.press('Enter')
  await shown.waitFor()
  await becomes(() => hidden.evaluate(button => button === document.activeElement), true)
  await desk.assertAccessible('a long text with what stayed')
  await hidden.press('Enter')
  await becomes(() => shown.count(), 0)
})
