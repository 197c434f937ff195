// Of a release: every screen, in every size.
// Begun first: it takes long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLetters, skip, visit } from '../../test/browser/visit.ts'
import { assertNamed } from './control-names.ts'
import { controlsOf, lostInForcedColours, misplaced, tallPage } from './measures.ts'
import { openDesks, walk } from './walk.ts'

/** Every screen on small screens, with large letters, in forced colours and for screen readers. */

const world = skip ? undefined : openDesks()
const opened = async () => (await world) ?? assert.fail('there is a browser')

const sidewaysOf = (what: string) =>
  `${what}: no scrolling sideways, nothing cut off, nothing over something else`

/** Small screens: one walk, measured at both widths. */
const SMALL = [
  ['320 px wide', 320, 1],
  ['390 px wide with letters of twice the size', 390, 2],
] as const

async function onSmallScreens() {
  const { app, moderator } = await opened()
  const look = await visit(app, { width: 390 })
  const found = new Map<string, string[]>(SMALL.map(([what]) => [what, []]))
  await walk(look, moderator, async where => {
    for (const [what, width, letters] of SMALL) {
      await look.page.setViewportSize({ width, height: 844 })
      await chooseLetters(look.page, letters)
      for (const fault of await misplaced(look.page)) found.get(what)?.push(`${where}: ${fault}`)
    }
  })
  return { found, faults: look.faults }
}
let small: ReturnType<typeof onSmallScreens> | undefined
const seenOnSmallScreens = () => (small ??= onSmallScreens())

for (const [what] of SMALL)
  test(sidewaysOf(what), { skip }, async () => {
    const { found, faults } = await seenOnSmallScreens()
    assert.deepEqual([...(found.get(what) ?? []), ...faults], [])
  })

/** A desktop: one walk in French, each screen with large letters, in forced colours and as a screen reader hears it. */
async function atDesktop() {
  const { app, moderator } = await opened()
  const look = await visit(app, { letters: 2 })
  const { page } = look
  const [large, tall, lost]: [string[], string[], string[]] = [[], [], []]
  const heard = new Map<string, readonly string[]>()
  await walk(look, moderator, async where => {
    for (const fault of await misplaced(page)) large.push(`${where}: ${fault}`)
    await chooseLetters(page, 1)
    tall.push(...(await tallPage(page)).map(fault => `${where}: ${fault}`))
    heard.set(where, await controlsOf(page))
    await page.emulateMedia({ forcedColors: 'active' })
    await look.assertAccessible(where).catch(error => lost.push(error.message))
    for (const fault of await lostInForcedColours(page)) lost.push(`${where}: ${fault}`)
    await page.emulateMedia({ forcedColors: 'none' })
    await chooseLetters(page, 2)
  })
  const language = await page.locator('html').getAttribute('lang')
  return { large, tall, lost, heard, language, faults: look.faults }
}
let desktop: ReturnType<typeof atDesktop> | undefined
const seenAtDesktop = () => (desktop ??= atDesktop())

test(sidewaysOf('a desktop with letters of twice the size'), { skip }, async () => {
  const { large, faults } = await seenAtDesktop()
  assert.deepEqual([...large, ...faults], [])
})

test('at 1280 × 800 the lists and panes of a screen scroll, never the page', { skip }, async () =>
  assert.deepEqual((await seenAtDesktop()).tall, []),
)

test(
  'in forced colours: contrast, names, and a border where only a background marked an element',
  {
    skip,
  },
  async () => assert.deepEqual((await seenAtDesktop()).lost, []),
)

test('every control has a name', { skip }, async () => {
  const { heard, language, faults } = await seenAtDesktop()
  assertNamed(heard, 'fr-FR')
  assert.equal(language, 'fr')
  assert.deepEqual(faults, [])
})
