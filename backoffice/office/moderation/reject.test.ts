// In one browser: what is stored is about localStorage, which all browsers have alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { openDesk } from '../../test/moderation-desk.ts'

test('a refusal that is not sent is there again with its reason and its words, until it is sent', {
  skip,
}, async () => {
  const { app, email, waiting } = await openDesk()
  const [first] = [await waiting('Soldes'), await waiting('Vide-greniers')]
  const look = await visit(app)
  const { page } = look
  await enter(look, email, `/moderation?item=${first}`)
  const dialog = page.getByRole('dialog')
  const words = dialog.getByLabel('Message à l’auteur')
  const again = async () => {
    await page.goto(`${app.url}/moderation?item=${first}`)
    await page.locator('#item-title').getByText('Soldes').waitFor()
    await page.getByRole('button', { name: /^Refuser…/ }).click()
    await words.waitFor()
  }
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter(name => /refusal \d*[\da-f]/.test(name)))
  await again()
  await dialog.getByLabel('Hors sujet').check()
  await words.fill('Ce n’est pas dans la commune.')
  const moderate = '**/moderate'
  await page.route(moderate, route => route.abort())
  await dialog.getByRole('button', { name: 'Refuser', exact: true }).click()
  await page.getByText('1 action n’a pas abouti.').waitFor()

  await again()
  await becomes(() => dialog.getByLabel('Hors sujet').isChecked(), true)
  await becomes(() => words.inputValue(), 'Ce n’est pas dans la commune.')
  await look.assertAccessible('the refusal, once more')

  // Sent from the list of what failed, it is stored no longer.
  await dialog.getByRole('button', { name: 'Refuser', exact: true }).click()
  await page.getByText('1 action n’a pas abouti.').waitFor()
  assert.equal((await stored()).length, 1)
  await page.unroute(moderate)
  await page.getByRole('button', { name: 'Réessayer', exact: true }).click()
  await page.getByText('« Soldes » est refusée.').waitFor()
  await eventually(async () => (await stored()).length === 0, 'nothing is stored')
})

test('an undone refusal, and an undone send-back, open again with reason and words', { skip }, async () => {
  const { app, email, waiting, statusOf } = await openDesk()
  const author = await app.user()
  const id = await waiting('Soldes', { created_by: author.id })
  const look = await visit(app)
  const { page } = look
  await enter(look, email, `/moderation?item=${id}`)
  const dialog = page.getByRole('dialog')
  const refusal = dialog.getByLabel('Message à l’auteur')
  const question = dialog.getByLabel('Ce qu’il faut corriger')
  const undone = async () => {
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('u')
    await page.getByText('Annulé : la décision sur « Soldes ».').waitFor()
    await becomes(() => statusOf(id), 'pending')
    await page.locator('#item-title').getByText('Soldes').waitFor()
  }
  await page.locator('#item-title').getByText('Soldes').waitFor()
  await page.keyboard.press('r')
  await dialog.getByLabel('Hors sujet').check()
  await refusal.fill('Ce n’est pas dans la commune.')
  await refusal.press('Control+Enter')
  await becomes(() => statusOf(id), 'rejected')
  await undone()

  await page.keyboard.press('r')
  await becomes(() => refusal.inputValue(), 'Ce n’est pas dans la commune.')
  await becomes(() => dialog.getByLabel('Hors sujet').isChecked(), true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('v')
  await becomes(() => question.inputValue(), '')
  await question.fill('Ajoutez le prix.')
  await question.press('Control+Enter')
  await becomes(() => statusOf(id), 'changes_requested')
  await undone()
  await page.keyboard.press('v')
  await becomes(() => question.inputValue(), 'Ajoutez le prix.')
  assert.deepEqual(look.faults, [])
})

test('words written for one author are in no other refusal: the next one offers them, for the day', {
  skip,
}, async () => {
  const { app, email, waiting, statusOf } = await openDesk()
  const at = (minute: number) => ({ created_at: new Date(Date.UTC(2026, 10, 20, 9, minute)) })
  const ids = [
    await waiting('Soldes', at(0)),
    await waiting('Vide-greniers', at(1)),
    await waiting('Belote', at(2)),
    await waiting('Judo', at(3)),
  ]
  const look = await visit(app)
  const { page } = look
  await enter(look, email, `/moderation?item=${ids[0]}`)
  const dialog = page.getByRole('dialog')
  const words = dialog.getByLabel('Message à l’auteur')
  const offer = dialog.getByRole('button', { name: /^Reprendre mon dernier message/ })
  const refuse = async (title: string) => {
    await page.locator('#item-title').getByText(title).waitFor()
    await page.keyboard.press('r')
    await words.waitFor()
    await page.keyboard.press('6')
  }
  await refuse('Soldes')
  const written = 'Bonjour Madame Morel, ce n’est pas dans la commune.'
  await words.fill(written)
  await words.press('Control+Enter')
  await eventually(async () => (await statusOf(ids[0])) === 'rejected', 'the first is refused')

  await refuse('Vide-greniers')
  await offer.getByText('Bonjour Madame Morel').waitFor()
  await becomes(() => words.inputValue(), '')
  await look.assertAccessible('the offer of the last message')
  await page.keyboard.press('8')
  await becomes(() => words.inputValue(), written)
  await page.keyboard.press('Control+Enter')
  await eventually(async () => (await statusOf(ids[1])) === 'rejected', 'the second is refused')
  assert.equal((await make.row(app, ids[1] ?? '')).moderation_reason, written)

  // The draft of one selection is not offered to another.
  await page.keyboard.press('Escape')
  const row = (title: string) => page.getByRole('checkbox', { name: `Choisir « ${title} »` })
  await row('Belote').check()
  await row('Judo').check()
  await page.keyboard.press('v')
  await dialog.getByLabel('Ce qu’il faut corriger').fill('Bonjour à tous deux.')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await row('Judo').uncheck()
  await row('Vide-greniers').check()
  await page.keyboard.press('v')
  await becomes(() => dialog.getByLabel('Ce qu’il faut corriger').inputValue(), '')
  await page.keyboard.press('Escape')

  // The next day the message is forgotten.
  await page.clock.install({ time: Date.now() + 86_400_000 })
  await page.goto(`${app.url}/moderation?item=${ids[3]}`)
  await refuse('Judo')
  await dialog.getByText('Préparer une phrase pour ce motif').waitFor()
  assert.equal(await offer.count(), 0)
  await becomes(() => words.inputValue(), '')
})
