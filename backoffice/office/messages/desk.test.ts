// Begun first: it takes long.
// In one browser: what is sent and kept is about the service; layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { deliver, mail } from '../../../test/fixtures/inbound-mail.ts'
import { answersUnseen, ask, at, lateReplies, opened, readsOf } from '../../test/messages-desk.ts'

/** The inbox in a real browser, with a real mail server and incoming mails. */

const HOSTILE = '<img src=x onerror=alert(1)> <script>alert(1)</script> [piège](javascript:alert(1))'

test('a message is answered by keyboard, the reply taken back, restored after a reload, sent, and answered by mail', {
  skip,
}, async () => {
  const { app, server, email, karim } = await opened()
  await ask('autre@example.org', 'Une autre question')
  const id = await ask('jeanne@example.org', 'Horaires de la déchetterie')
  await karim.post('/admin/reply-templates', {
    nom: 'Horaires',
    body: 'Bonjour {{nom}},\n\ndu mardi au samedi.\n\n{{agent}}',
  })
  const look = await visit(app)
  const { page, faults } = look
  await enter(look, email, '/')
  await page.getByRole('link', { name: '2 messages attendent une réponse' }).click()
  await page.getByRole('heading', { name: 'Horaires de la déchetterie' }).waitFor()
  await look.assertAccessible('the inbox')

  // As on the other desks, I names who looks after it; Escape leaves the field, and the letters are shortcuts again.
  await page.keyboard.press('i')
  await becomes(() => page.evaluate(() => document.activeElement?.closest('label')?.innerText), /^Suivi par/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await page.getByLabel('Réponses préparées').selectOption('Horaires')
  const field = page.getByLabel('Votre réponse à Jeanne Dupré')
  await becomes(() => field.inputValue(), 'Bonjour Jeanne Dupré,\n\ndu mardi au samedi.\n\nMaëlle Le Goff')
  await look.assertAccessible('an answer')
  const usual = await lateReplies()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Votre réponse part dans 10 secondes.').waitFor()
  await page.locator('article article').getByText('En cours d’envoi').waitFor()
  await page.keyboard.press('u')
  await page.getByText('La réponse n’est pas partie.').waitFor()
  await page.getByText('Annulée, non envoyée').waitFor()
  await usual()

  await page.reload()
  await field.waitFor()
  await becomes(() => field.inputValue(), /^Bonjour Jeanne/)
  await field.fill('Du mardi au samedi, sauf le lundi de Pâques.')
  await page.getByRole('button', { name: 'Répondre et fermer' }).click()
  await page.getByText('la conversation est fermée').waitFor()
  await page.getByRole('heading', { name: 'Une autre question' }).waitFor()
  await page.getByRole('link', { name: 'Ouverts' }).click()
  await page.getByRole('link', { name: 'À répondre' }).click()
  const rows = page.getByRole('region', { name: 'À répondre' }).locator('li')
  await eventually(async () => (await rows.count()) === 1, 'what is answered has left the tab')
  const sent = await eventually(async () => server.acceptedFor('jeanne@example.org')[0], 'the mail arrives')
  assert.match(sent.parsed.text ?? '', /sauf le lundi de Pâques/)
  assert.equal(server.acceptedFor('jeanne@example.org').length, 1, 'what was taken back never left')
  await becomes(() => page.evaluate(() => Object.keys(localStorage).join()), '', 'no draft is left')

  const back = {
    From: 'Jeanne Dupré <jeanne@example.org>',
    To: sent.parsed.replyTo?.[0]?.address,
    'In-Reply-To': sent.parsed.messageId,
  }
  await deliver(app, mail(back, `Merci ! ${HOSTILE}\r\n\r\n> Du mardi au samedi`))
  await page.goto(`/messages?item=${id}`)
  await page.locator('article article').getByText('Merci ! <img').waitFor()
  await page.getByText('Texte cité').waitFor()
  const article = page.locator('article').first()
  await becomes(() => article.locator('img, script, a[href^=javascript]').count(), 0)
  await becomes(
    () => article.locator('article header b').allTextContents(),
    ['Jeanne Dupré', 'Maëlle Le Goff', 'Maëlle Le Goff', 'Jeanne Dupré'],
  )
  assert.deepEqual(faults, [])
})

test('version conflicts, notes, prepared answers, a retried mail, and two conversations merged and separated', {
  skip,
}, async () => {
  const { app, server, email, karim } = await opened()
  const id = await ask('paul@example.org', 'Carte d’accès')
  const other = await ask('paul@example.org', 'Encore la carte')
  const look = await visit(app)
  const { page, faults } = look
  let reads = readsOf(page)
  const isSent = (thread: string) => page.waitForRequest(`**/threads/${thread}/reply`)
  await enter(look, email, `/messages?item=${id}`)
  await page.getByRole('heading', { name: 'Carte d’accès' }).waitFor()
  const state = async (thread = id) => (await karim.get(at(thread))).body.data
  await eventually(async () => !(await state()).unread, 'what is opened is read')

  await page.keyboard.press('n')
  await page.keyboard.type('Voir avec la police municipale, @kar')
  await page.getByRole('listbox').getByText('Karim Benali').waitFor()
  await page.keyboard.press('Enter')
  // A note that is put away names whom it named before.
  await page.keyboard.press('Escape')
  await page.locator('textarea').waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await becomes(() => page.locator('textarea').inputValue(), 'Voir avec la police municipale, @Karim Benali ')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article', { name: 'Note pour l’équipe' }).getByText('Pour Karim Benali').waitFor()
  await page.keyboard.press('s')
  await eventually(async () => (await state()).assignee?.nom === 'Maëlle Le Goff', 'it is hers')
  await page.locator('article').getByLabel('Étiquette').selectOption('Urgent')
  await eventually(async () => (await state()).flag === 'red', 'it is urgent')
  await page.getByRole('listitem').filter({ hasText: 'Carte d’accès' }).getByText('Urgent').waitFor()
  await page.keyboard.press('u')
  await eventually(async () => (await state()).flag === null, 'it is not')
  // Until the undo is answered, keys are refused.
  await page.getByText('Annulation en cours…').waitFor({ state: 'detached' })

  await page.keyboard.press('r')
  await page.getByLabel(/^Votre réponse à/).fill('Elle est prête.')
  // Both mails, Karim's first.
  server.behaviours.set('paul@example.org', {
    rcpt: nth => (nth <= 2 ? '550 5.1.1 no such user' : undefined),
  })
  const hears = await answersUnseen(page, reads, id, 'Je m’en occupe.')
  await Promise.all([isSent(id), page.keyboard.press('Control+Enter')])
  hears()
  await page.getByRole('dialog').getByText('pendant que vous écriviez').waitFor()
  await look.assertAccessible('the choice')
  await page.getByRole('button', { name: 'Envoyer quand même' }).click()
  await page.locator('article').getByText('Elle est prête.').waitFor()
  await eventually(async () => (await state()).undelivered, 'the mail server refuses it')

  await page.goto('/messages?onglet=echecs')
  await page.getByText('Le serveur de messagerie a répondu : 550').last().waitFor()
  await look.assertAccessible('what failed')
  await page.getByRole('button', { name: 'Renvoyer' }).last().click()
  await page.getByText('La réponse est renvoyée dans 10 secondes.').waitFor()
  await eventually(async () => server.acceptedFor('paul@example.org').length === 1, 'it arrives')

  await page.goto('/messages?onglet=echecs')
  await page.getByText('Toutes les réponses sont arrivées.').waitFor()
  assert.equal(await page.getByText('Choisissez une conversation').count(), 0)
  await page.goto(`/messages?onglet=ouverts&item=${id}`)
  await page.getByRole('button', { name: 'Réunir « Encore la carte » à celle-ci' }).click()
  await page.getByText('« Encore la carte » a été réunie à cette conversation.').waitFor()
  await becomes(async () => (await state(other)).merged_into, id)
  await page.keyboard.press('u')
  await eventually(async () => (await state(other)).merged_into === null, 'separated again')

  // A reply is still being sent while the next is opened: letters typed there do not become shortcuts.
  const [one, two] = [
    await ask('ines@example.org', 'Premier fil'),
    await ask('omar@example.org', 'Second fil'),
  ]
  reads = readsOf(page)
  await page.goto(`/messages?item=${one}`)
  await page.getByRole('heading', { name: 'Premier fil' }).waitFor()
  const late = Promise.withResolvers<void>()
  await page.route(`**/threads/${one}/reply`, async route => {
    await late.promise
    await route.continue()
  })
  await page.keyboard.press('r')
  await page.keyboard.type('Oui.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: 'Second fil' }).click()
  await page.getByRole('heading', { name: 'Second fil' }).waitFor()
  await page.keyboard.press('r')
  await page.keyboard.type('Bonjour, ')
  late.resolve()
  await page.getByText('Votre réponse part dans 10 secondes.').waitFor()
  await page.keyboard.type('c’est fait')
  await becomes(() => page.getByLabel(/^Votre réponse à/).inputValue(), 'Bonjour, c’est fait')
  assert.equal((await state(two)).status, 'open')
  // Karim has answered both meanwhile: one dialog for each, and each choice applies to its own reply.
  const field = page.getByLabel(/^Votre réponse à/)
  const choice = page.getByRole('dialog')
  await field.fill('Et moi.')
  const hearsTwo = await answersUnseen(page, reads, two, 'J’ai répondu.')
  const both = Promise.withResolvers<void>()
  await page.route('**/threads/*/reply', async route => {
    await both.promise
    await route.continue()
  })
  await Promise.all([isSent(two), page.keyboard.press('Control+Enter')])
  hearsTwo()
  await page.getByRole('link', { name: 'Premier fil' }).click()
  await page.getByRole('heading', { name: 'Premier fil' }).waitFor()
  await page.keyboard.press('r')
  await field.fill('Encore oui.')
  const hearsOne = await answersUnseen(page, reads, one, 'J’ai répondu ici aussi.')
  await page.keyboard.press('Control+Enter')
  // This reply leaves once the one before it is answered.
  await Promise.all([isSent(one), both.resolve()])
  hearsOne()
  await choice.getByText('« Second fil »').waitFor()
  await choice.getByRole('button', { name: 'Envoyer quand même' }).click()
  await choice.getByText('« Premier fil »').waitFor()
  await choice.getByRole('button', { name: 'Relire d’abord' }).click()
  await choice.waitFor({ state: 'detached' })
  await becomes(() => field.inputValue(), 'Encore oui.')
  const written = async (thread: string) =>
    (await karim.get(at(thread, '/messages'))).body.data.map(({ body }: { body: string }) => body)
  await eventually(async () => (await written(two)).at(-1) === 'Et moi.', 'the second one is sent')
  assert.ok(!(await written(one)).includes('Encore oui.'), 'the first one is read first')
  // A pasted note is cut, and a message says so.
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('procès-verbal '.repeat(500)))
  await page.keyboard.press('Control+V')
  await page.getByRole('alert').getByText('sa fin n’a pas été gardée').waitFor()
  await page.locator('#words').fill('')
  await page.keyboard.press('Escape')

  await page.keyboard.press('r')
  await page.keyboard.type('Un brouillon')
  await becomes(() => page.evaluate(() => Object.keys(localStorage).join()), /^parvis\.draft\./)
  await page.getByRole('button', { name: 'Maëlle Le Goff Messages' }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.getByLabel('Mot de passe', { exact: true }).waitFor()
  await becomes(() => page.evaluate(() => Object.keys(localStorage).join()), '', 'it goes with who wrote it')
  assert.deepEqual(faults, [])
})
