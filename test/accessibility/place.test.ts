// Of a release: the audit of every page; browser tests ask axe about what they show.
// In one browser: the pages are plain HTML and CSS.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { focusNow, lostInForcedColours } from '../../backoffice/test/measures.ts'
import { openTown } from '../browser/place-town.ts'
import { skip, visit } from '../browser/visit.ts'
import { cutTexts, faintParts, formFaults, moving, sameLinks, spread, structureFaults } from './measures.ts'

/** The pages of residents against the criteria of the RGAA that a machine can judge: `docs/rgaa.md` names them. */

const world = skip ? undefined : openTown()
const opened = async () => (await world) ?? assert.fail('there is a browser')

test('structure, links, forms, colours, spacing and movement of every page', { skip }, async () => {
  const { app, pages, others } = await opened()
  const { page, assertAccessible } = await visit(app, { width: 320 })
  const found: string[] = []
  const titles = new Map<string, string>()
  for (const path of [...pages, ...others]) {
    const told = (what: string, faults: readonly string[]) => {
      found.push(...faults.map(fault => `${path}, ${what}: ${fault}`))
    }
    await page.setViewportSize({ width: 320, height: 700 })
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' })
    await page.goto(path)
    told('structure', await structureFaults(page))
    told('links', await sameLinks(page))
    told('forms', await formFaults(page))
    told('colours', await faintParts(page))
    told('reduced motion', await moving(page))
    told('320 points', await cutTexts(page))
    const title = await page.title()
    // A frame stands in the page of another site, and a former name leads to the same page.
    const isOwn = !path.endsWith('/cadre') && !path.includes('?de=')
    if (isOwn && titles.has(title)) told('title', [`8.6: that of ${titles.get(title)}`])
    if (isOwn) titles.set(title, path)
    await spread(page)
    told('spacing, 320 points', await cutTexts(page))
    await page.setViewportSize({ width: 1280, height: 800 })
    told('spacing', await cutTexts(page))
    await page.setViewportSize({ width: 844, height: 390 })
    told('landscape', await cutTexts(page))
    await page.emulateMedia({ colorScheme: 'dark' })
    told('dark', await faintParts(page))
    // In the dark axe takes the colour that the page wanted for the one that is forced.
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    told('forced colours', await lostInForcedColours(page))
    await assertAccessible(path).catch(error => found.push(`${path}, forced colours: ${error.message}`))
    await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
    if (!path.endsWith('/panneau')) told('movement', await moving(page))
  }
  assert.deepEqual(found, [])
})

test('the keyboard reaches every control of every page in the order of reading, sees where it is, and leaves', {
  skip,
}, async () => {
  const { app, pages, others } = await opened()
  const { page } = await visit(app)
  const found: string[] = []
  for (const path of [...pages, ...others]) {
    await page.goto(path)
    const wanted = await page.evaluate(
      () =>
        [
          ...document.querySelectorAll(
            'a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]',
          ),
        ].filter(
          node =>
            node.checkVisibility() &&
            (node as HTMLInputElement).tabIndex >= 0 &&
            !node.matches('[type=hidden], :disabled') &&
            !(
              node.matches('[type=radio]') &&
              node !== document.querySelector(`[name="${(node as HTMLInputElement).name}"]`)
            ),
        ).length,
    )
    let [reached, last] = [0, -1]
    for (; reached <= wanted; reached += 1) {
      await page.keyboard.press('Tab')
      const { name, seen } = await focusNow(page)
      if (name === '') break
      if (!seen) found.push(`${path}, 10.7: nothing shows that ${name} has the focus`)
      const at = await page.evaluate(() =>
        [...document.querySelectorAll('*')].indexOf(document.activeElement as Element),
      )
      if (at <= last) found.push(`${path}, 12.8: ${name} comes too late`)
      last = at
    }
    if (reached !== wanted) found.push(`${path}, 12.9: ${reached} of ${wanted} controls`)
    if (path.endsWith('/panneau') || path.endsWith('/cadre')) continue
    await page.goto(path)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const { name } = await focusNow(page)
    if (!name.startsWith('main')) found.push(`${path}, 12.7: the first link leads to ${name}`)
  }
  assert.deepEqual(found, [])
})
