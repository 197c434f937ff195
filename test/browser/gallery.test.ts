// Of a release: every part in every state.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { buildApart } from '../../src/operation/backoffice/build.ts'
import { SOURCES } from '../../src/operation/backoffice/vite.ts'
import { becomes, eventually } from '../eventually.ts'
import * as make from '../factories.ts'
import { account, enter } from './people.ts'
import { skip, startBackoffice, visit } from './visit.ts'

/** The component gallery, in a development build and under the real CSP. */

const read = (path: string) => readFileSync(join(SOURCES, path), 'utf8')

test('the gallery shows every component', () => {
  const page = read('app/gallery/gallery.tsx') + read('app/gallery/fields.tsx')
  // The combobox is shown within the picker; the other two only when a component crashes.
  const notShown = ['combobox.tsx', 'pane.tsx', 'crash-reference.tsx']
  for (const name of readdirSync(join(SOURCES, 'kit/ui')).filter(name => name.endsWith('.tsx')))
    if (!notShown.includes(name))
      assert.ok(page.includes(`'../../kit/ui/${name}'`), `/gallery does not show ui/${name}`)
})

async function openWorld() {
  const building = buildApart(undefined, 'development')
  const app = await startBackoffice(
    {},
    building.then(files => new Map(files.map(file => [file.name, file]))),
  )
  const email = await account(app, 'maelle@example.org', 'operator_moderation')
  const names = ['Orléans', 'Orléat', 'Orly', 'Œuilly']
  const ids = await make.several(names.length, at => make.commune(app, { nom: names[at] ?? '' }))
  return { app, email, ids }
}
const world = skip ? undefined : openWorld()
const opened = async (look: Parameters<typeof visit>[1] = {}, path = '/gallery') => {
  assert.ok(world)
  const { app, email, ids } = await world
  const visited = await visit(app, look)
  await enter(visited, email, '/compte')
  await visited.page.goto(path)
  // Both colour schemes load independently.
  const side = visited.page.getByRole('region', { name: 'Clair' })
  const field = side.getByRole('combobox', { name: 'Commune (facultatif)' })
  await field.waitFor()
  return { ...visited, visited, side, field, ids }
}

for (const forcedColors of [false, true])
  test(`every part in every state, ${forcedColors ? 'in the colours of the system' : 'light and dark'}: nothing to mend`, {
    skip,
  }, async () => {
    const { page, visited, side, field, faults } = await opened({ forcedColors })
    // With forced colours there is only one scheme.
    const place = forcedColors ? 'section[aria-label=Clair]' : 'html'
    await visited.assertAccessible('the parts', place)
    await field.fill('or')
    await proposed(page).nth(2).waitFor()
    await visited.assertAccessible('what is proposed', place)
    await side.getByRole('button', { name: 'Dialog', exact: true }).click()
    await visited.assertAccessible('a dialog', 'dialog[open]')
    assert.deepEqual(faults, [])
  })

test('in the colours of the system, the chosen tile shows the focus by another outline', {
  skip,
}, async () => {
  const { page, side, faults } = await opened({ forcedColors: true })
  const chosen = side.getByRole('radio', { name: /^Vigilance/ })
  await chosen.check()
  await side.getByRole('combobox', { name: 'Acteur', exact: true }).focus()
  const outline = () =>
    page.evaluate<string>(`(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.querySelector('.tile:has(:checked)'))
      return outlineStyle + ' ' + outlineWidth
    })()`)
  await becomes(outline, 'solid 2px')
  await page.keyboard.press('Shift+Tab')
  await chosen.focus()
  await becomes(outline, 'solid 3px')
  assert.deepEqual(faults, [])
})

const proposed = (page: Page) => page.locator(':popover-open [role=option]')

async function activeOption(page: Page): Promise<string> {
  const id = await page.locator(':focus').getAttribute('aria-activedescendant')
  return (id && (await page.locator(`[id="${id}"]`).textContent())) || ''
}

test('an option of thousands can be chosen by keyboard, with one request per word, and is shown by name', {
  skip,
}, async () => {
  const { page, side, field, faults } = await opened()
  let asked = 0
  page.on('request', request => {
    if (/\/pick\/communes\?q=/.test(request.url())) asked += 1
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await field.focus()
  await page.keyboard.type('orlé')
  assert.equal(asked, 0)
  await page.clock.resume()
  await eventually(async () => (await activeOption(page)).startsWith('Orléans'), 'the first is active')
  assert.equal(asked, 1)
  await becomes(() => field.getAttribute('aria-expanded'), 'true')
  await page.keyboard.press('ArrowDown')
  await becomes(() => activeOption(page), /^Orléat/)
  await page.keyboard.press('ArrowDown')
  await becomes(() => activeOption(page), /^Orléans/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await becomes(() => field.inputValue(), 'Orléat')
  await becomes(() => field.getAttribute('aria-expanded'), 'false')
  await becomes(() => proposed(page).count(), 0)

  await page.keyboard.type('zzz')
  await page.getByText('Rien ne correspond.').waitFor()
  await page.keyboard.press('Tab')
  await becomes(() => field.inputValue(), 'Orléat', 'what is half typed is forgotten')
  await field.fill('')
  await page.keyboard.press('Tab')
  await becomes(() => field.inputValue(), '')
  await becomes(() => side.getByRole('button', { name: 'Enlever Commune' }).count(), 0)
  assert.deepEqual(faults, [])
})

test('a picker shows the name of a value that was set before loading, and a button removes it', {
  skip,
}, async () => {
  const { ids } = (await world) ?? assert.fail()
  const { page, side, field, faults } = await opened({ width: 390 }, `/gallery?commune=${ids[3]}`)
  await eventually(async () => (await field.inputValue()) === 'Œuilly', 'its name')
  await side.getByRole('button', { name: 'Enlever Commune' }).click()
  await becomes(() => field.inputValue(), '')
  await becomes(() => field.evaluate(input => input.matches(':focus')), true)
  await page.keyboard.type('oeu')
  const option = proposed(page).filter({ hasText: 'Œuilly' })
  await option.waitFor()
  const [at, around] = [await option.boundingBox(), await field.boundingBox()]
  assert.ok(at && around && at.x >= around.x && at.x + at.width <= around.x + around.width + 1)
  assert.ok(at.height >= 44)
  await option.click()
  await becomes(() => field.inputValue(), 'Œuilly')
  assert.deepEqual(faults, [])
})

test('in a dialog Escape closes what is proposed, then the dialog; a service that is away says so', {
  skip,
}, async () => {
  const { page, side } = await opened()
  await side.getByRole('button', { name: 'Dialog', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox', { name: 'Commune (facultatif)' })
  await field.fill('orl')
  await proposed(page).first().waitFor()
  await page.keyboard.press('Escape')
  await becomes(() => field.getAttribute('aria-expanded'), 'false')
  await becomes(() => dialog.isVisible(), true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.route(/\/pick\/acteurs\?q=/, route =>
    route.fulfill({
      status: 500,
      json: { error: 'internal', message: 'Le service a échoué.', request_id: 'r-1', details: [] },
    }),
  )
  await side.getByRole('combobox', { name: 'Acteur', exact: true }).fill('amis')
  await page.getByText('Le service a échoué.').waitFor()
  await page.getByText('r-1').waitFor()
  await page.unroute(/\/pick\/acteurs\?q=/)
  await page.locator(':popover-open').getByRole('button', { name: 'Réessayer' }).click()
  await page.locator(':popover-open').getByText('Rien ne correspond.').waitFor()
})
