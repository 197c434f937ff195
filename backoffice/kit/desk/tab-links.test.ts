// In one browser: a title is text, in each alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { eventually } from '../../../test/eventually.ts'
import { openWorld } from '../../test/every-screen.ts'

test('each tab of each screen has a title of its own, which begins with its name', { skip }, async () => {
  const { app, moderator } = await openWorld()
  // The tabs alone: no conversation opens by itself.
  await app.owner.query('delete from support_messages; delete from support_threads')
  const look = await visit(app)
  const { page } = look
  await enter(look, moderator)
  const ids = await app.owner.query(`
    select '/acteurs/' || id as path from acteurs union all select '/communes/' || id from communes
    union all select '/imports/' || id from import_sources`)
  const paths = [
    '/moderation',
    '/demandes',
    '/messages',
    '/utilisateurs',
    '/defibrillateurs',
    '/abonnements',
    '/reglages',
  ]
  let tabs = 0
  for (const path of [...paths, ...ids.rows.map(row => row.path as string)]) {
    await page.goto(path)
    // Those of the frame are there before the record is loaded.
    const bar = page
      .locator('main nav:has([aria-current])', { has: page.locator('a') })
      .filter({ visible: true })
      .last()
    await bar.waitFor()
    const label = (await bar.getAttribute('aria-label')) ?? ''
    const names = await bar.locator('a').evaluateAll(all => all.map(one => one.firstChild?.textContent ?? ''))
    const titles = new Set([await page.title()])
    for (const name of names.slice(1)) {
      await page.getByRole('navigation', { name: label }).getByRole('link', { name }).first().click()
      await eventually(
        async () => (await page.title()).startsWith(`${name} · `),
        `${path}: the title names ${name}`,
      )
      titles.add(await page.title())
    }
    assert.equal(titles.size, names.length, path)
    tabs += names.length
  }
  assert.ok(tabs > 30, `${tabs} tabs`)
})
