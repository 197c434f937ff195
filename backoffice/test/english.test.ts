// In one browser: which texts a screen has is not about the browser; layout.test.ts shows every screen in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { skip, visit } from '../../test/browser/visit.ts'
import { becomes } from '../../test/eventually.ts'
import { assertNamed } from './control-names.ts'
import { controlsOf } from './measures.ts'
import { openDesks, walk } from './walk.ts'

test('every control has a name in English, and no French is left on English screens', { skip }, async () => {
  const { app, moderator } = await openDesks()
  const look = await visit(app, { language: 'en-GB' })
  const heard = new Map<string, readonly string[]>()
  const french: string[] = []
  await walk(look, moderator, async where => {
    heard.set(where, await controlsOf(look.page))
    // User texts are not translated: publications stay French.
    if (!/messages|moderation|contestations|item|rejection|search|commune|import/.test(where))
      french.push(...(await accented(look.page)).map(word => `${where}: ${word}`))
  })
  assertNamed(heard, 'en-GB')
  await becomes(() => look.page.locator('html').getAttribute('lang'), 'en')
  assert.deepEqual([...french, ...look.faults], [])
})

/** The texts of the language, and the names that people gave. */
const NAMES =
  /Français|Les Amis du marché|Saint-Benoît-sur-Loire|Actualité|Événement|Délibération|La Réunion/g
async function accented(page: Page): Promise<readonly string[]> {
  const said = await page.locator('body').innerText()
  return said.replaceAll(NAMES, '').match(/\S*[àâçéèêëîïôùûœ]\S*/gi) ?? []
}
