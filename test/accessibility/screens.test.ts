// Of a release: the audit of every screen; browser tests ask axe about what they show.
// In one browser: `backoffice/test/layout.test.ts` walks through the screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRequests, settled } from '../../backoffice/test/long-tasks.ts'
import { focusNow, lostInForcedColours, misplaced } from '../../backoffice/test/measures.ts'
import { openTown } from '../../backoffice/test/town-hall.ts'
import { openDesks, walk } from '../../backoffice/test/walk.ts'
import { enter } from '../browser/people.ts'
import { chooseLetters, follow, skip, type Visit, visit } from '../browser/visit.ts'
import * as make from '../factories.ts'
import { faintParts, formFaults, moving, sameLinks, spread, structureFaults, unspread } from './measures.ts'

/** The screens of the town hall and of the office against the criteria of the RGAA that a machine can judge: `docs/rgaa.md`. */

/** What the screen that is shown has against it. */
async function faultsOf({ page, assertAccessible }: Visit): Promise<readonly string[]> {
  const found = [
    ...(await structureFaults(page)),
    ...(await sameLinks(page)),
    ...(await formFaults(page)),
    ...(await faintParts(page)),
    ...(await moving(page)),
  ]
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await faintParts(page)).map(fault => `dark, ${fault}`))
  await page.emulateMedia({ colorScheme: 'light' })
  await spread(page)
  found.push(...(await misplaced(page)).map(fault => `10.12: ${fault}`))
  await unspread(page)
  await assertAccessible('').catch((error: Error) => found.push(error.message))
  return found
}

test('structure, links, forms, colours, spacing and movement of the screens of the office', {
  skip,
}, async () => {
  const { app, moderator } = await openDesks()
  const look = await visit(app)
  const found: string[] = []
  await walk(look, moderator, async where => {
    found.push(...(await faultsOf(look)).map(fault => `${where}: ${fault}`))
  })
  assert.deepEqual(found, [])
})

const SCREENS = [
  'publications',
  'ecrire',
  'commune',
  'fiche',
  'place',
  'equipe',
  'demandes',
  'moi',
  'aide',
  '',
].map(path => (path ? `/espace/${path}` : '/espace'))

test('the screens of the town hall: the same, and on small screens, with large letters, in forced colours, by the keyboard', {
  skip,
}, async () => {
  const { app, clerk, hall, commune } = await openTown()
  await make.publication(app, hall, commune, { title: 'Le marché de Noël' })
  const look = await visit(app)
  const { page } = look
  const underWay = countRequests(look)
  await enter(look, clerk, '/espace')
  const found: string[] = []
  for (const path of SCREENS) {
    await follow(page, path)
    await page.locator('main h1').waitFor()
    // A part that comes while the screen is measured would move the others, or the focus.
    await settled(page, underWay)
    const told = (what: string, faults: readonly string[]) => {
      found.push(...faults.map(fault => `${path}, ${what}: ${fault}`))
    }
    told('1280', await faultsOf(look))
    for (const [width, letters] of [
      [320, 1],
      [390, 2],
      [1280, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await chooseLetters(page, letters)
      told(`${width}, letters ${letters}`, await misplaced(page))
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await chooseLetters(page, 1)
    await page.emulateMedia({ forcedColors: 'active' })
    told('forced colours', await lostInForcedColours(page))
    await page.emulateMedia({ forcedColors: 'none' })
    told('keyboard', await keyboardFaults(look))
  }
  assert.deepEqual([...found, ...look.faults], [])
})

/** Tab goes through the screen once, always seen, and comes to its end. */
async function keyboardFaults({ page }: Visit): Promise<readonly string[]> {
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="#content"]')?.focus())
  const faults: string[] = []
  const names: string[] = []
  for (let press = 0; press < 150; press += 1) {
    await page.keyboard.press('Tab')
    const { name, seen } = await focusNow(page)
    if (!seen) faults.push(`10.7: nothing shows that ${name} has the focus`)
    if (name === '' || name === names[0])
      return names.length > 3 ? faults : [...faults, '12.8: nothing is reached']
    names.push(name)
  }
  return [...faults, `12.9: no end after ${names.slice(-3).join(', ')}`]
}
