// In one browser: what is offered to whom is about the code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../test/browser/visit.ts'
import { becomes } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'

/** A role that is limited to communes: its screens offer what it may open, and say nothing untrue about the rest. */

test('a limited role is offered what it may open, of its communes alone', { skip }, async () => {
  const app = await startBackoffice()
  const admin = app.as(await app.user(['admin']))
  const [here, there] = [await make.commune(app, { nom: 'Iciville' }), await make.commune(app)]
  const author = await app.user()
  const write = async (commune: string, title: string) =>
    make.publication(app, await make.acteur(app, commune), commune, {
      title,
      created_by: author.id,
      moderation_status: 'pending',
      valide: false,
      publie_le: null,
    })
  const elsewhere = await write(there, 'Loto d’ailleurs')
  await write(here, 'Loto d’ici')
  const email = await account(app, 'limitee@example.org', 'operator_moderation')
  const { rows } = await app.owner.query('select id from users where lower(email) = $1', [email])
  const id = rows[0].id as string

  // Decided before the limit: the person undoes nothing of it any more.
  await admin.patch(`/admin/publications/${elsewhere}/moderate`, { moderation_status: 'published' })
  await app.owner.query('update moderation_operations set user_id = $1', [id])
  for (const role of ['operator_moderation', 'operator_communes'])
    assert.equal((await admin.post(`/admin/users/${id}/roles`, { role, communes: [here] })).status, 200)

  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/moderation')
  await page.locator('#item-title').getByText('Loto d’ici').waitFor()
  await page.getByText('première publication dans vos communes').waitFor()
  await page.keyboard.press('u')
  await page.getByText('Il n’y a rien à annuler.').waitFor()

  const menu = page.getByRole('navigation').first()
  await menu.getByRole('link', { name: 'Communes' }).waitFor()
  assert.equal(await menu.getByRole('link', { name: 'Défibrillateurs' }).count(), 0)
  await page.goto('/defibrillateurs')
  await page.getByText('Elle montre toutes les communes ensemble, et votre rôle est limité').waitFor()
  await page.goto('/communes')
  await page.getByRole('main').getByRole('link', { name: 'Iciville' }).waitFor()
  await becomes(() => page.getByRole('button', { name: 'Créer une commune' }).count(), 0)
  await look.assertAccessible('the communes of a limited role')
  assert.deepEqual(look.faults, [])
  await look.context.close()
})
