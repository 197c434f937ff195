// In one browser: which filters are listed is not about the browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { openWorld } from '../../test/every-screen.ts'

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
