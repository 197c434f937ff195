// In one browser: what is created again is about the service; layout.test.ts shows the list in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { openTown, unbroken } from '../../test/town-hall.ts'

test('a draft that was thrown away comes back as it was last kept, once, also after a failed attempt', {
  skip,
}, async () => {
  const { app, clerk, hall } = await openTown()
  const drafts = async () =>
    (await app.owner.query('select content from publication_drafts')).rows.map(({ content }) => content)
  await app.owner.query(
    `insert into publication_drafts (user_id, acteur_id, content)
     select id, $2, '{"title": "Brocante"}' from users where email = $1`,
    [clerk, hall],
  )
  const look = await visit(app)
  const { page } = look
  await enter(look, clerk, '/espace/publications?etat=brouillons')
  await page.getByRole('button', { name: 'Jeter le brouillon…' }).click()
  // Another device writes in it while the question is asked, and once more while it is being deleted.
  const content = { title: 'Brocante du Bourg', body: 'Place du Parvis', lieu: 'Halle' }
  const write = (lieu: string) =>
    app.owner.query('update publication_drafts set content = $1', [JSON.stringify({ ...content, lieu })])
  await write('Stade')
  let deletions = 0
  await page.route('**/api/v1/me/drafts/*', async route => {
    if (route.request().method() === 'DELETE' && ++deletions === 1) await write('Halle')
    await route.continue()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Jeter', exact: true }).click()
  await page.getByText('Le brouillon est jeté.').waitFor()
  assert.deepEqual(await drafts(), [])

  // The service creates it, and the answer is lost.
  let isLost = true
  await page.route('**/api/v1/me/drafts', async route => {
    if (!isLost || route.request().method() !== 'POST') return await route.continue()
    isLost = false
    await route.fetch()
    await route.abort('connectionreset')
  })
  const back = page.getByRole('button', { name: 'Reprendre ce brouillon' })
  await back.click()
  await page.getByText('Le brouillon est jeté. ').waitFor()
  await back.click()
  await page.getByText('« Brocante du Bourg » est de nouveau parmi vos brouillons.').waitFor()
  await page.getByRole('heading', { name: 'Brocante du Bourg' }).waitFor()
  assert.deepEqual(await drafts(), [content])
  assert.deepEqual(unbroken(look.faults), [])
})
