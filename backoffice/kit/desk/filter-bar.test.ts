// In one browser: which filters are listed is not about the browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { openWorld } from '../../test/every-screen.ts'

const WITH_DIALOG = ['/moderation', '/journal']
const LISTS = [
  ...WITH_DIALOG,
  '/demandes',
  '/messages',
  '/contestations',
  '/acteurs',
  '/communes',
  '/imports',
  '/defibrillateurs',
]

test('a list names its active filters, removes one of them, and removes all', { skip }, async () => {
  const { app, moderator } = await openWorld()
  const { rows } = await app.owner.query('select id from communes')
  const look = await visit(app)
  const { page } = look
  await enter(look, moderator, `/acteurs?q=rien&commune=${rows[0]?.id}&type=commerce`)
  const active = page.getByRole('list', { name: 'Filtres actifs' })
  const names = async () => (await active.getByRole('listitem').allTextContents()).map(text => text.trim())
  await active.getByText('Saint-Benoît-sur-Loire').waitFor()
  await becomes(names, ['Recherche : « rien »', 'Commune : Saint-Benoît-sur-Loire', 'Type : Commerce'])
  await look.assertAccessible('active filters')

  await active.getByRole('button', { name: /Retirer le filtre « Commune : / }).click()
  await eventually(async () => !page.url().includes('commune='), 'the address has no commune')
  await becomes(names, ['Recherche : « rien »', 'Type : Commerce'])
  await becomes(() => page.evaluate('document.activeElement.id'), 'find')

  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await page.getByRole('link', { name: 'Les Amis du marché' }).waitFor()
  await becomes(() => active.count(), 0)
  assert.match(page.url(), /\/acteurs$/)

  await page.goto(`${app.url}/moderation?onglet=attente&commune=${rows[0]?.id}&du=2026-01-01`)
  await active.getByText('Proposées depuis le').waitFor()
  await becomes(async () => (await names()).length, 2)
  assert.deepEqual(look.faults, [])
})

test('every list offers its filters by the same button, and shows each as a chip that removes it', {
  skip,
}, async () => {
  const { app, moderator } = await openWorld()
  const look = await visit(app)
  const { page } = look
  await enter(look, moderator, '/')
  const active = page.getByRole('list', { name: 'Filtres actifs' }).getByRole('listitem')
  for (const path of LISTS) {
    await page.goto(app.url + path)
    const bar = page.getByRole('search')
    await bar.waitFor()
    assert.equal(await bar.locator('select').count(), 0, `${path} has no select`)
    const button = bar.getByRole('button', { name: 'Filtrer' })
    await button.focus()
    await page.keyboard.press('Enter')
    if (WITH_DIALOG.includes(path)) {
      await page.getByRole('dialog').waitFor()
      continue
    }
    const group = bar.getByRole('group').first()
    const [label, option] = [group.locator('legend'), group.getByRole('button').first()]
    await option.waitFor()
    const expected = `${await label.innerText()} : ${await option.innerText()}`
    await look.assertAccessible(`${path}: the filters`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await becomes(() => active.allInnerTexts(), [expected], path)
    await becomes(() => button.evaluate(one => one === document.activeElement), true, path)
    await page.keyboard.press('Enter')
    await becomes(() => option.getAttribute('aria-pressed'), 'true')
    await option.click()
    await becomes(() => active.count(), 0, path)
  }
  assert.deepEqual(look.faults, [])
})
