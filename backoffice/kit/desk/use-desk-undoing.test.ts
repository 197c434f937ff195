// In one browser: what a key does while an undo is unanswered is about the desks, not about a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { openDesk } from '../../test/moderation-desk.ts'

/** While the service has not answered an undo, each desk says so, and a key says that it did nothing. */

const PENDING = ['pending', 'pending']
const inDialog = (key: string, words: string) => async (page: Page) => {
  await page.keyboard.press(key)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').last().fill(words)
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
}

test('while an undo is unanswered, all four desks show it, and a key pressed meanwhile says that it did nothing', {
  skip,
}, async () => {
  const { app, waiting } = await openDesk()
  const email = await account(
    app,
    'zoe@example.org',
    'operator_moderation',
    'operator_claims',
    'operator_support',
  )
  const commune = await make.commune(app)
  const author = await app.user()
  const first = await app.user(['operator_moderation'])
  for (const title of ['Bal', 'Loto']) await waiting(title)
  for (const nom of ['Judo', 'Boules']) {
    const acteur_id = await make.acteur(app, commune, { nom })
    await app.anyone.post('/claims', { acteur_id, message: 'Moi.', nom: 'Zoé', email: 'zoe@judo.example' })
    await app.anyone.post('/messages', {
      nom: 'Jeanne',
      email: `${nom}@example.org`.toLowerCase(),
      subject: nom,
      body: 'Quand ?',
    })
    await make.member(app, acteur_id, author)
    const id = await make.publication(app, acteur_id, commune, { title: nom, created_by: author.id })
    await app.as(first).patch(`/admin/publications/${id}/moderate`, { moderation_status: 'rejected' })
    await app.as(author, 'public').post(`/me/publications/${id}/appeal`, { message: 'Relisez-la.' })
  }
  const statuses = (select: string) => async () =>
    (await app.owner.query(`${select} order by id`)).rows.map(row => row.status)
  const desks = [
    {
      path: '/moderation',
      key: 'p',
      begins: /^Publier/,
      decide: (page: Page) => page.keyboard.press('p'),
      undo: '**/admin/operations/*/undo',
      read: statuses(`select moderation_status as status from publications where title in ('Bal', 'Loto')`),
      before: PENDING,
    },
    {
      path: '/demandes',
      key: 'r',
      begins: /^Refuser…/,
      decide: inDialog('r', 'Écrivez-nous du club.'),
      undo: '**/admin/claims/*/undo',
      read: statuses('select status from claims'),
      before: PENDING,
    },
    {
      path: '/contestations',
      key: 'm',
      begins: /^Maintenir/,
      decide: inDialog('m', 'Le texte vend un produit.'),
      undo: '**/admin/appeals/*/undo',
      read: statuses('select status from appeals'),
      before: PENDING,
    },
    {
      path: '/messages',
      key: 'c',
      begins: /^Fermer/,
      decide: (page: Page) => page.keyboard.press('c'),
      undo: '**/admin/messages/threads/*/close',
      read: statuses('select status from support_threads'),
      before: ['open', 'open'],
    },
  ]
  const look = await visit(app)
  const { page } = look
  const said = page.getByRole('status')
  const refused = said.getByText('Annulation en cours : cette touche n’a rien fait.')
  const undoUnanswered = async (
    path: string,
    undo: string,
    read: () => Promise<readonly string[]>,
    before: readonly string[],
  ) => {
    await page
      .getByRole('button', { name: /^Annuler( la| l’)?/ })
      .first()
      .waitFor()
    await becomes(async () => (await read()).filter(status => before.includes(status)).length, 1, path)
    const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(undo, async route => {
      asked.resolve()
      await late.promise
      await route.continue()
    })
    await page.keyboard.press('u')
    await said.getByText('Annulation en cours…').waitFor()
    await asked.promise
    return late.resolve
  }
  await enter(look, email)
  for (const { path, key, begins, decide, undo, read, before } of desks) {
    await page.goto(path)
    await page.locator('#item-title').waitFor()
    await page.getByRole('button', { name: begins }).first().waitFor()
    // One undo for each key: the sentence about the key before would hide that the next one is not refused.
    for (const pressed of [key, 'u']) {
      await decide(page)
      const release = await undoUnanswered(path, undo, read, before)
      await page.keyboard.press(pressed)
      await refused.waitFor()
      assert.equal(await page.getByRole('dialog').count(), 0, path)
      release()
      await said.getByText(/^Annulé|attend à nouveau/).waitFor()
      await page.unroute(undo)
      assert.deepEqual(await read(), before, path)
    }
  }
  // The sentence goes with the undo, also where a click meanwhile has the last word.
  const { decide, undo, read, before } = desks.at(-1) ?? assert.fail()
  await decide(page)
  const release = await undoUnanswered('/messages', undo, read, before)
  await page.locator('article').getByLabel('Étiquette').selectOption('Urgent')
  await page.locator('#item-title').click()
  await page.keyboard.press('u')
  await refused.waitFor()
  release()
  await refused.waitFor({ state: 'detached' })
  assert.deepEqual(look.faults, [])
})
