// In one browser: which of two duplicates is published is about the service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { openDesk } from '../../test/moderation-desk.ts'

test('Enter keeps the proposed one of two duplicates, also where they were loaded before', {
  skip,
}, async () => {
  const { app, email, waiting, statusOf } = await openDesk()
  const same = { duplicate_key: crypto.randomUUID(), duplicate_reason: 'source_url' }
  const published = await waiting('Loto de printemps', {
    ...same,
    moderation_status: 'published',
    valide: true,
    publie_le: new Date(Date.UTC(2026, 10, 20, 9)),
  })
  const copy = await waiting('Loto du printemps', same)
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/moderation')
  await page.getByText('La même est déjà en ligne : « Loto de printemps »').waitFor()
  const proposed = page.getByRole('dialog').getByRole('button', { name: /^Garder l’autre/ })
  // Again: now the dialog and its duplicates are loaded when it opens.
  for (const key of ['Escape', 'Enter']) {
    await page.keyboard.press('d')
    await proposed.waitFor()
    await becomes(() => proposed.evaluate(one => one === document.activeElement), true)
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await becomes(() => statusOf(copy), 'rejected')
  assert.equal(await statusOf(published), 'published')
  assert.deepEqual(look.faults, [])
})

test('of two duplicates the second is published only when it was asked, also right after the first', {
  skip,
}, async () => {
  const { app, email, waiting, statusOf } = await openDesk()
  const same = { duplicate_key: crypto.randomUUID(), duplicate_reason: 'source_url' }
  const at = (minute: number) => ({ created_at: new Date(Date.UTC(2026, 10, 20, 9, minute)) })
  const first = await waiting('Loto de printemps', { ...same, ...at(0) })
  const second = await waiting('Loto du printemps', { ...same, ...at(1) })
  const third = await waiting('Vide-greniers', at(2))
  const look = await visit(app)
  const { page } = look
  const title = page.locator('#item-title')
  const dialog = page.getByRole('dialog', { name: 'La publier une seconde fois ?' })
  await enter(look, email, '/moderation')
  await title.getByText('Loto de printemps').waitFor()
  await page.getByText('Une autre publication dit la même chose. Elles ont le même lien.').waitFor()

  // The answer to the first publication is late: the list of duplicates still has it as waiting.
  const late = Promise.withResolvers<void>()
  await page.route(`**/publications/${first}/moderate`, async route => {
    await late.promise
    await route.continue()
  })
  await page.keyboard.press('p')
  await title.getByText('Loto du printemps').waitFor()
  await page.keyboard.press('p')
  await dialog.getByText('Vous venez de publier la même : « Loto de printemps ».').waitFor()
  late.resolve()
  await look.assertAccessible('the question before the second is published')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByText('Vous venez de publier la même : « Loto de printemps ». Elles ont le même lien.')
    .waitFor()
  await eventually(async () => (await statusOf(first)) === 'published', 'the first is published')
  assert.equal(await statusOf(second), 'pending')

  // The safest answer has the focus: it compares the two.
  await page.keyboard.press('p')
  await dialog.waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Comparer' }).getByText('Loto de printemps').waitFor()
  await page.keyboard.press('Escape')

  // Another day, for another moderator: the one that is online is named.
  await page.reload()
  await title.getByText('Loto du printemps').waitFor()
  await page.getByText('La même est déjà en ligne : « Loto de printemps », parue').waitFor()
  await page.keyboard.press('p')
  await dialog.getByRole('button', { name: 'Publier quand même' }).click()
  await title.getByText('Vide-greniers').waitFor()
  await eventually(async () => (await statusOf(second)) === 'published', 'asked and answered')
  await page.keyboard.press('p')
  await becomes(() => statusOf(third), 'published')
  assert.deepEqual(look.faults, [])
})
