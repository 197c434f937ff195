// In one browser: layout.test.ts and states.test.ts show the desk in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import { openDesk } from '../../test/moderation-desk.ts'

test('the author stands under the title with what became of their publications, and the counts open the lists', {
  skip,
}, async () => {
  const { app, email, waiting } = await openDesk()
  const idOf = async (name: string) => {
    const { rows } = await app.owner.query('update users set nom = $2 where email = $1 returning id', [
      await account(app, `${name.split(' ')[0]?.toLowerCase()}@example.org`),
      name,
    ])
    return rows[0].id as string
  }
  const [ines, nour] = [await idOf('Ines Haddad'), await idOf('Nour Petit')]
  const shown = { moderation_status: 'published', valide: true }
  const march = new Date(Date.UTC(2024, 2, 12))
  await waiting('Loto', { ...shown, created_by: ines, publie_le: march, created_at: march })
  await waiting('Bal', { ...shown, created_by: ines, publie_le: new Date(Date.now() - 1000) })
  await waiting('Arnaque', { created_by: ines, moderation_status: 'rejected' })
  const removed = await waiting('Copie', { created_by: ines, deleted_at: new Date() })
  await app.owner.query(
    `insert into publication_reports (publication_id, reason, language, closed_at, outcome)
     values ($1, 'spam', 'fr', now(), 'removed')`,
    [removed],
  )
  await waiting('Première de Nour', { created_by: nour })
  const open = await waiting('Concert', { created_by: ines })

  const look = await visit(app)
  const { page } = look
  await enter(look, email, `/moderation?item=${open}`)
  const line = page.locator('#item-title ~ p').filter({ hasText: 'Haddad' })
  await becomes(
    () => line.textContent(),
    'Ines Haddad · 2 publiées, 1 refusée, 1 retirée sur signalement · depuis mars 2024',
  )
  // Above the text and the team, where the eye begins.
  const top = async (of: typeof line) => (await of.boundingBox())?.y ?? 0
  assert.ok((await top(line)) < (await top(page.getByRole('heading', { name: 'Équipe' }))))
  await look.assertAccessible('the record of an author')
  await line.getByRole('link', { name: '1 refusée' }).click()
  await becomes(() => page.locator('#item-title').textContent(), 'Arnaque')
  await becomes(() => page.locator('ol a').count(), 1)

  await page.goto('/moderation')
  await page.getByRole('link', { name: 'Première de Nour' }).click()
  await page.getByText('Nour Petit · première publication').waitFor()
  assert.deepEqual(look.faults, [])
})
