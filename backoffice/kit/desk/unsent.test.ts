// In one browser: what is sent when a page is left is about the desk.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import { openDesk } from '../../test/moderation-desk.ts'

test('a page is not left without a question while decisions wait for their turn; the last one needs none', {
  skip,
}, async () => {
  const { app, email, waiting, statusOf } = await openDesk()
  const ids: string[] = []
  for (const [at, title] of ['Bal', 'Loto', 'Marché', 'Noël'].entries())
    ids.push(await waiting(title, { created_at: new Date(Date.UTC(2026, 10, 20, 9, at)) }))
  const look = await visit(app)
  const { page } = look
  const title = page.locator('#item-title')
  const questions: string[] = []
  page.on('dialog', dialog => {
    questions.push(dialog.type())
    void dialog.dismiss()
  })
  await enter(look, email, '/moderation')
  await title.getByText('Bal').waitFor()

  const held = Promise.withResolvers<void>()
  await page.route('**/publications/*/moderate', async route => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('p')
  await title.getByText('Loto').waitFor()
  await page.keyboard.press('p')
  await title.getByText('Marché').waitFor()
  await page.close({ runBeforeUnload: true })
  await becomes(async () => questions, ['beforeunload'])
  held.resolve()
  await becomes(() => Promise.all(ids.map(statusOf)), ['published', 'published', 'pending', 'pending'])

  // Alone, a decision is on its way: it outlives the page.
  await page.unroute('**/publications/*/moderate')
  await page.keyboard.press('p')
  await page.goto('about:blank')
  await becomes(() => Promise.all(ids.map(statusOf)), ['published', 'published', 'published', 'pending'])
  assert.deepEqual([questions, look.faults], [['beforeunload'], []])
})

test('what waits to be sent is not offered again two pages later: of fifty keys each decides another publication', {
  skip,
}, async () => {
  const { app, email, waiting, statusOf } = await openDesk()
  const titles = Array.from({ length: 50 }, (_, at) => `Avis ${String(at + 1).padStart(2, '0')}`)
  const ids: string[] = []
  for (const [at, title] of titles.entries())
    ids.push(await waiting(title, { created_at: new Date(Date.UTC(2026, 10, 20, 9, at)) }))
  const look = await visit(app)
  const { page } = look
  const title = page.locator('#item-title')
  await enter(look, email, '/moderation')
  const held = Promise.withResolvers<void>()
  // The service falls behind with the twentieth: those after it wait for their turn.
  await page.route(`**/publications/${ids[19]}/moderate`, async route => {
    await held.promise
    await route.continue()
  })
  const seen: (string | null)[] = []
  await title.getByText('Avis 01').waitFor()
  while (seen.length < titles.length) {
    const one = await title.textContent()
    seen.push(one)
    await page.keyboard.press('p')
    const isStill = async () => seen.length < titles.length && (await title.textContent()) === one
    for (let tries = 0; tries < 30 && (await isStill()); tries++) await page.waitForTimeout(100)
    // Nothing else is there to decide: the page waits for the service.
    if (await isStill()) held.resolve()
    await becomes(isStill, false)
  }
  held.resolve()
  assert.deepEqual(seen, titles)
  await becomes(
    () => Promise.all(ids.map(statusOf)),
    ids.map(() => 'published'),
  )
  const { rows } = await app.owner.query(
    `select count(*)::int as n from audit_log where action = 'publication.moderated' and entity_id = any($1)`,
    [ids],
  )
  assert.equal(rows[0].n, ids.length, 'none is decided twice')
  assert.deepEqual(look.faults, [])
})
