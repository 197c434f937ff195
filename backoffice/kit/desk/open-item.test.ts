// In one browser: which item is open after an undo is about the desk, not about a browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { openDesk } from '../../test/moderation-desk.ts'

/** An undo opens what it restored, unless the moderator has begun with another item meanwhile. */

async function openThree() {
  const desk = await openDesk()
  const ids: string[] = []
  for (const [at, title] of ['Bal', 'Loto', 'Marché'].entries())
    ids.push(await desk.waiting(title, { created_at: new Date(Date.UTC(2026, 10, 20, 9, at)) }))
  const look = await visit(desk.app)
  await enter(look, desk.email, '/moderation')
  const { page } = look
  const isOpen = (title: string) => becomes(() => page.locator('#item-title').textContent(), title)
  await isOpen('Bal')
  return { ...desk, ids, look, page, isOpen }
}

/** Publishes Bal, undoes it, and does something before the undo is answered. */
async function undoBal(
  { ids, page, isOpen, statusOf }: Awaited<ReturnType<typeof openThree>>,
  meanwhile: () => Promise<void>,
) {
  await page.keyboard.press('p')
  await isOpen('Loto')
  await eventually(async () => (await statusOf(ids[0])) === 'published', 'Bal is published')
  const late = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/admin/operations/*/undo', async route => {
    asked.resolve()
    await late.promise
    await route.continue()
  })
  await page.keyboard.press('u')
  await asked.promise
  await meanwhile()
  late.resolve()
  await page.getByRole('status').getByText('« Bal »').waitFor()
  await page.unroute('**/admin/operations/*/undo')
}

test('of two keys pressed before the next item is shown, the second decides nothing, and says so', {
  skip,
}, async () => {
  const { ids, look, page, isOpen, statusOf } = await openThree()
  const decided: unknown[] = []
  page.on('request', request => {
    if (request.method() === 'PATCH' || request.method() === 'DELETE')
      decided.push(request.url().split('/').at(-2))
  })
  const press = (...keys: readonly string[]) =>
    page.evaluate(keys => {
      for (const key of keys)
        document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }, keys)
  const refused = page
    .getByRole('status')
    .getByText('La fiche suivante s’ouvre : cette touche n’a rien fait.')
  for (const second of ['p', 'Delete', 'r', 's']) {
    await press('p', second)
    await isOpen('Loto')
    await refused.waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    await eventually(async () => (await statusOf(ids[0])) === 'published', 'Bal is published')
    await page.keyboard.press('u')
    await isOpen('Bal')
    await refused.waitFor({ state: 'detached' })
  }
  assert.deepEqual(decided, [ids[0], ids[0], ids[0], ids[0]])
  // A step opens another item, too; and once it is shown, keys are about it.
  await press('j', 'p')
  await isOpen('Loto')
  await refused.waitFor()
  await page.keyboard.press('p')
  await isOpen('Marché')
  await eventually(async () => (await statusOf(ids[1])) === 'published', 'Loto is published')
  assert.deepEqual(decided.slice(4), [ids[1]])
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('while an undo is answered, the item that was opened meanwhile stays open; the restored one is named and waits', {
  skip,
}, async () => {
  const desk = await openThree()
  const { ids, look, page, isOpen, statusOf } = desk
  await undoBal(desk, async () => {
    await page.keyboard.press('j')
    await isOpen('Marché')
  })
  await eventually(async () => (await statusOf(ids[0])) === 'pending', 'Bal waits again')
  await isOpen('Marché')
  const rows = page.getByRole('main').getByRole('listitem')
  await becomes(() => rows.filter({ hasText: 'Bal' }).getByText('Publiée').count(), 0)
  // A decision is about the one that is seen, and the restored one is one key away.
  await page.keyboard.press('k')
  await isOpen('Loto')
  await page.keyboard.press('k')
  await isOpen('Bal')

  // No other item is opened meanwhile: the undo opens the restored one.
  await page.keyboard.press('p')
  await isOpen('Loto')
  await page.keyboard.press('u')
  await isOpen('Bal')
  assert.deepEqual(look.faults, [])
})

test('an undo closes no field that is written in, and words that were left in one are there again', {
  skip,
}, async () => {
  const desk = await openThree()
  const { look, page, isOpen } = desk
  const note = page.getByRole('textbox', { name: 'Votre note pour l’équipe' })
  await undoBal(desk, async () => {
    await page.keyboard.press('n')
    await note.fill('Appeler le comité')
  })
  await isOpen('Loto')
  await becomes(() => note.inputValue(), 'Appeler le comité')

  // By the button, the restored one is opened: the note is left, and kept.
  await page.getByRole('link', { name: 'Bal' }).click()
  await isOpen('Bal')
  await page.keyboard.press('p')
  await isOpen('Loto')
  await page.keyboard.press('n')
  await becomes(() => note.inputValue(), 'Appeler le comité')
  await note.press('End')
  await note.pressSequentially(' demain')
  await page.getByRole('button', { name: /^Annuler/ }).click()
  await isOpen('Bal')
  await page.keyboard.press('j')
  await isOpen('Loto')
  await page.keyboard.press('n')
  await becomes(() => note.inputValue(), 'Appeler le comité demain')
  assert.deepEqual(look.faults, [])
})
