// In one browser: `scroll-padding` is of the engine, and the screens are walked in both by `layout.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../test/browser/people.ts'
import { follow, frameShown, skip, visit } from '../../test/browser/visit.ts'
import * as make from '../../test/factories.ts'
import { countRequests, settled } from './long-tasks.ts'
import { focusNow, hiddenFocus } from './measures.ts'
import { openTown } from './town-hall.ts'

/** By the keyboard on a small window, the bar at the foot never hides what has the focus. */

const SCREENS = [
  '/ecrire',
  '/publications',
  '/commune',
  '/fiche',
  '/place',
  '/equipe',
  '/demandes',
  '/moi',
  '/aide',
  '',
]
/** A telephone, and 1 280 × 800 enlarged to 200 %. */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 640, height: 400 },
]
const MOST_STOPS = 150

test('Tab through the screens of the town hall: what has the focus is seen whole', { skip }, async () => {
  const { app, clerk, hall, commune } = await openTown()
  for (let at = 1; at <= 6; at++)
    await make.publication(app, hall, commune, { title: `Le marché du ${at} décembre` })
  const look = await visit(app)
  const { page } = look
  const underWay = countRequests(look)
  await enter(look, clerk, '/espace')
  const hidden: string[] = []
  let stops = 0
  for (const path of SCREENS) {
    await follow(page, `/espace${path}`)
    await page.locator('main h1').waitFor()
    await settled(page, underWay)
    for (const size of WINDOWS) {
      await page.setViewportSize(size)
      await frameShown(page)
      await page.evaluate(() => document.querySelector<HTMLElement>('a[href="#content"]')?.focus())
      for (let press = 0; press < MOST_STOPS; press++) {
        await page.keyboard.press('Tab')
        if ((await focusNow(page)).name === '') break
        const fault = await hiddenFocus(page)
        if (fault !== undefined) hidden.push(`/espace${path}, ${size.width}: ${fault}`)
        stops++
      }
    }
  }
  assert.deepEqual(hidden, [])
  assert.ok(stops > 200, `${stops} stops`)
})

test('Tab through a dialog: its buttons at the foot hide nothing', { skip }, async () => {
  const { app, clerk } = await openTown()
  const look = await visit(app)
  const { page } = look
  await enter(look, clerk, '/espace/fiche?partie=collectes')
  // Too wide for the bar of the screens, whose height would do as well.
  await page.setViewportSize({ width: 1100, height: 400 })
  await page.getByRole('button', { name: 'Ajouter une collecte' }).click()
  await page.locator('dialog[open]').waitFor()
  await frameShown(page)
  const hidden: string[] = []
  let stops = 0
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('dialog :is(input, select, textarea)')?.focus(),
  )
  for (let press = 0; press < MOST_STOPS; press++) {
    await page.keyboard.press('Tab')
    if (!(await page.evaluate(() => document.activeElement?.closest('dialog') !== null))) break
    const fault = await hiddenFocus(page)
    if (fault !== undefined) hidden.push(fault)
    stops++
  }
  assert.deepEqual(hidden, [])
  assert.ok(stops > 5, `${stops} stops`)
})
