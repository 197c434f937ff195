// Begun first: it takes long.
// In one browser: what is sent and kept is about the service; layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from 'playwright-core'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit, withoutNews } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { PASSWORD } from '../../../test/sign-in.ts'
import { countRequests, settled } from '../../test/long-tasks.ts'
import { answersUnseen, ask, at, lateReplies, opened, readsOf } from '../../test/messages-desk.ts'

/** A colleague changes or answers a conversation while it is open in the browser. */

test('a label is changed without a question where a colleague has assigned the conversation, and with one where both label it', {
  skip,
}, async () => {
  const { app, email, karim } = await opened()
  const id = await ask('nina@example.org', 'Banc cassé')
  const look = await visit(app)
  const { page } = look
  await withoutNews(look)
  await enter(look, email, `/messages?item=${id}`)
  await page.getByRole('heading', { name: 'Banc cassé' }).waitFor()
  const state = async () => (await karim.get(at(id))).body.data
  await eventually(async () => !(await state()).unread, 'what is opened is read')
  const label = page.locator('article').getByLabel('Étiquette')
  const me = (await karim.get('/me')).body.data.id
  await karim.patch(at(id), { assignee_id: me })
  await label.selectOption('Urgent')
  await becomes(async () => {
    const { flag, assignee } = await state()
    return [flag, assignee?.nom]
  }, ['red', 'Karim Benali'])
  await karim.patch(at(id, '/flag'), { flag: 'green' })
  await label.selectOption('À suivre')
  await page.getByRole('dialog').getByText('« Banc cassé »').waitFor()
  assert.equal((await state()).flag, 'green')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await becomes(() => label.inputValue(), 'green')
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('an undo leaves what a colleague has changed of the same since, and takes back what is still so', {
  skip,
}, async () => {
  const { app, email, karim } = await opened()
  const id = await ask('ines@example.org', 'Trottoir étroit')
  const look = await visit(app)
  const { page } = look
  await withoutNews(look)
  await enter(look, email, `/messages?item=${id}`)
  await page.getByRole('heading', { name: 'Trottoir étroit' }).waitFor()
  const state = async () => {
    const { flag, assignee, unread } = (await karim.get(at(id))).body.data
    return unread ? 'unread' : [flag, assignee?.nom]
  }
  const label = page.locator('article').getByLabel('Étiquette')
  const undo = async () => {
    await page.locator('#item-title').click()
    await page.keyboard.press('u')
  }
  await becomes(state, [null, undefined])
  await label.selectOption('Urgent')
  await becomes(state, ['red', undefined])
  await karim.patch(at(id, '/flag'), { flag: 'green' })
  await undo()
  await page.getByText('quelqu’un y a touché depuis').waitFor()
  assert.deepEqual(await state(), ['green', undefined])
  await becomes(() => label.inputValue(), 'green')
  await label.selectOption('Urgent')
  await becomes(state, ['red', undefined])
  await karim.patch(at(id), { assignee_id: (await karim.get('/me')).body.data.id })
  await undo()
  await becomes(state, ['green', 'Karim Benali'])
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('what waits behind another change asks where a colleague changed the same, or answered, since it was pressed', {
  skip,
}, async () => {
  const { app, email, karim } = await opened()
  const id = await ask('omar@example.org', 'Fontaine à sec')
  const look = await visit(app)
  const { page } = look
  await withoutNews(look)
  const reads = readsOf(page)
  const state = async () => (await karim.get(at(id))).body.data
  const me = (await karim.get('/me')).body.data
  await enter(look, email, `/messages?item=${id}`)
  await page.getByRole('heading', { name: 'Fontaine à sec' }).waitFor()
  await eventually(async () => !(await state()).unread, 'what is opened is read')
  const label = page.locator('article').getByLabel('Étiquette')
  const asked = page.getByRole('dialog')
  const held = async (path = 'flag') => {
    const answer = Promise.withResolvers<void>()
    const wait = async (route: Route) => {
      await answer.promise
      await route.continue()
    }
    await page.route(`**/threads/${id}/${path}`, wait, { times: 1 })
    return answer.resolve
  }
  // The label conflicts by the assignment alone, and is sent again; the assignment behind it must not follow unasked.
  await karim.patch(at(id), { assignee_id: me.id })
  const first = await held()
  await label.selectOption('Urgent')
  await page.locator('#item-title').click()
  await page.keyboard.press('s')
  first()
  await asked.getByText('« Fontaine à sec »').waitFor()
  assert.equal((await state()).assignee?.nom, 'Karim Benali')
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  await becomes(async () => (await state()).flag, 'red')

  await page.keyboard.press('r')
  await page.getByLabel(/^Votre réponse à/).fill('Elle est réparée.')
  const hears = await answersUnseen(page, reads, id, 'Un technicien passe demain.')
  const second = await held()
  await label.selectOption('À suivre')
  await page.getByRole('button', { name: 'Répondre', exact: true }).click()
  second()
  await asked.getByText('Karim Benali a répondu pendant que vous écriviez').waitFor()
  hears()
  assert.equal((await karim.get(at(id, '/messages'))).body.data.length, 2)
  await asked.getByRole('button', { name: 'Relire d’abord' }).click()
  // An own earlier change does not count as one of a colleague.
  const third = await held()
  await label.selectOption('Urgent')
  await label.selectOption('Aucune')
  third()
  await becomes(async () => (await state()).flag, null)
  const reply = await held('reply')
  await page.getByRole('button', { name: 'Répondre', exact: true }).click()
  await page.locator('#item-title').click()
  await page.keyboard.press('c')
  reply()
  await becomes(async () => {
    const { status, messages_count } = await state()
    return [status, messages_count]
  }, ['closed', 3])
  assert.equal(await asked.count(), 0)
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('a conversation that was read before a change and is answered later does not show it as it was', {
  skip,
}, async () => {
  const { app, email, karim } = await opened()
  const id = await ask('lea@example.org', 'Lampadaire éteint')
  const look = await visit(app)
  const { page } = look
  const underWay = countRequests(look)
  const flagOf = async () => (await karim.get(at(id))).body.data.flag
  const row = page.getByRole('listitem').filter({ hasText: 'Lampadaire éteint' })
  await enter(look, email)
  // The page that is left reads the conversation too.
  await settled(page, underWay)
  for (const [isAnsweredFirst, flag, shown] of [
    [true, 'red', 'Urgent'],
    [false, null, undefined],
  ] as const) {
    /** It is read for what colleagues did while the page was loading; here the answer to the first read waits. */
    const [read, older, change, end] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ]
    let reads = 0
    await page.route(`**/threads/${id}`, async route => {
      reads += 1
      const isFirst = reads === 1
      const response = await route.fetch()
      if (isFirst) read.resolve()
      await (isFirst ? older : end).promise
      await route.fulfill({ response })
    })
    await page.route(`**/threads/${id}/flag`, async route => {
      await change.promise
      await route.continue()
    })
    await page.goto(`/messages?item=${id}`)
    await page.getByRole('heading', { name: 'Lampadaire éteint' }).waitFor()
    await read.promise
    await page
      .locator('article')
      .getByLabel('Étiquette')
      .selectOption(shown ?? 'Aucune')
    const isShown = async () => (await row.getByText('Urgent').count()) === (shown ? 1 : 0)
    await becomes(isShown, true)
    if (isAnsweredFirst) {
      change.resolve()
      await page.getByRole('button', { name: /^Annuler/ }).waitFor()
    }
    const answered = page.waitForResponse(`**/threads/${id}`)
    older.resolve()
    await answered
    await settled(page, () => 0)
    assert.equal(await isShown(), true)
    change.resolve()
    await becomes(flagOf, flag)
    end.resolve()
    await settled(page, underWay)
    assert.equal(await isShown(), true)
    await page.unrouteAll({ behavior: 'wait' })
  }
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('on a phone, a colleague answers first: a dialog asks, the reply is sent once, and drafts survive the night', {
  skip,
}, async () => {
  const { app, email, karim } = await opened()
  const id = await ask('luc@example.org', 'Chien perdu')
  const usual = await lateReplies()
  const look = await visit(app, { width: 390 })
  const { page } = look
  await withoutNews(look)
  const dialog = page.getByRole('dialog')
  const field = page.getByLabel(/^Votre réponse à/)
  const answer = page.getByRole('button', { name: 'Répondre', exact: true })
  const held = async (address: string) => {
    const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(address, async route => {
      asked.resolve()
      await late.promise
      await route.continue()
    })
    return { asked: asked.promise, let: late.resolve }
  }
  const reads = readsOf(page)
  const unseen = (body: string) => answersUnseen(page, reads, id, body)
  await enter(look, email, '/messages')
  await page.getByRole('link', { name: 'Chien perdu' }).click()
  await page.getByRole('heading', { name: 'Chien perdu' }).waitFor()
  await answer.click()
  await field.fill('Appelez la mairie.')
  const hears = await unseen('Il est au chenil.')
  const first = await held(`**/threads/${id}/reply`)
  await answer.click()
  await first.asked
  hears()
  await page.getByRole('button', { name: 'À répondre' }).click()
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  first.let()
  await dialog.getByText('Karim Benali a répondu pendant que vous écriviez').waitFor()
  await dialog.getByText('Il est au chenil.').waitFor()
  await look.assertAccessible('the choice, over the list')
  await dialog.getByRole('button', { name: 'Relire d’abord' }).click()
  await page.locator('article article').getByText('Il est au chenil.').waitFor()
  await becomes(() => field.inputValue(), 'Appelez la mairie.')

  // Sent again while it is being sent: one mail leaves.
  const hearsAgain = await unseen('Jusqu’à ce soir.')
  await Promise.all([page.waitForRequest(`**/threads/${id}/reply`), answer.click()])
  hearsAgain()
  const second = await held(`**/threads/${id}/reply`)
  await dialog.getByRole('button', { name: 'Envoyer quand même' }).click()
  await second.asked
  await field.press('Control+Enter')
  second.let()
  const takenBack = async () => {
    await page.getByText('Votre réponse part dans 10 secondes.').waitFor()
    await page.getByRole('button', { name: /^Annuler l’envoi/ }).click()
    await page.getByText('La réponse n’est pas partie.').waitFor()
  }
  await takenBack()
  const { data } = (await karim.get(at(id, '/messages'))).body
  const mine = data.filter((one: { author: { nom: string } }) => one.author.nom === 'Maëlle Le Goff')
  assert.equal(mine.length, 1)
  // The reload fails after the mail left: it is not reported as failed.
  const gone = (route: Route) => route.fulfill({ status: 503, body: '' })
  await page.route(`**/admin/messages/threads/${id}`, gone, { times: 1 })
  await answer.click()
  await takenBack()

  // The session ends: the same person finds the draft after signing in again.
  await becomes(() => field.inputValue(), 'Appelez la mairie.')
  await app.owner.query('delete from auth_sessions')
  await page.reload()
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await field.waitFor()
  await becomes(() => field.inputValue(), 'Appelez la mairie.')
  await usual()
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('a colleague’s answer that is counted, and not loaded yet, makes a reply ask first', {
  skip,
}, async () => {
  const { app, email, karim } = await opened()
  const id = await ask('omar@example.org', 'Lampadaire éteint')
  const usual = await lateReplies()
  const look = await visit(app)
  const { page } = look
  await withoutNews(look)
  await enter(look, email, `/messages?item=${id}`)
  await page.locator('article article').getByText('Bonjour, quand ?').waitFor()
  const answer = page.getByRole('button', { name: 'Répondre', exact: true })
  const field = page.getByLabel(/^Votre réponse à/)
  await answer.click()
  await field.fill('Demain.')
  const loads = Promise.withResolvers<void>()
  await page.route(`**/threads/${id}/messages?*`, async route => {
    await loads.promise
    await route.continue().catch(() => {})
  })
  await karim.post(at(id, '/reply'), { body: 'C’est réparé.' })
  // The answer to a change has the newest record.
  await page.locator('article').getByLabel('Étiquette').selectOption('Urgent')
  await becomes(async () => (await karim.get(at(id))).body.data.flag, 'red')
  await answer.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('C’est réparé.').waitFor()
  const mine = async () => (await karim.get(at(id))).body.data.messages_count
  assert.equal(await mine(), 2)
  await dialog.getByRole('button', { name: 'Envoyer quand même' }).click()
  await becomes(mine, 3)

  // Own replies are known before they are loaded.
  await answer.click()
  await field.fill('À huit heures.')
  await answer.click()
  await becomes(mine, 4)
  assert.equal(await dialog.count(), 0)
  loads.resolve()
  await page.locator('article article').getByText('À huit heures.').waitFor()
  await usual()
  assert.deepEqual(look.faults, [])
  await look.context.close()
})
