// In one browser: what two people do at once is about the service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit, withoutNews } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { openDesk } from '../../test/moderation-desk.ts'

/** Two moderators decide about the same publications: version conflicts are shown and nothing is overwritten unasked. */

const desk = skip ? undefined : openDesk()
const opened = async () => (await desk) ?? assert.fail('there is a browser')

/** The browser logs failed requests itself. */
const unanswered = (faults: readonly string[]) => faults.filter(fault => !/ERR_FAILED/.test(fault))

test('a version conflict asks which decision stands; the list and the record then show the chosen one', {
  skip,
}, async () => {
  const { app, email, waiting, statusOf } = await opened()
  await waiting('Vide-greniers de la Saint-Michel')
  const id = await waiting('Marché de Noël : appel aux exposants')
  const office = app.as(await app.user(['operator_moderation']))
  for (const [button, expected, said] of [
    ['Garder ce qui est', 'rejected', 'Refusée'],
    ['Publier quand même', 'published', 'Publiée'],
  ] as const) {
    await app.owner.query(
      `update publications set moderation_status = 'pending', valide = false where id = $1`,
      [id],
    )
    const look = await visit(app)
    await withoutNews(look)
    await enter(look, email, `/moderation?item=${id}`)
    await look.page.getByRole('heading', { name: 'Marché de Noël' }).waitFor()
    await office.patch(`/admin/publications/${id}/moderate`, {
      moderation_status: 'rejected',
      reason_code: 'spam',
    })
    await look.page.keyboard.press('p')
    await look.page.getByText('Quelqu’un l’a changée entre-temps').waitFor()
    await look.assertAccessible('the choice')
    await look.page.getByRole('button', { name: button }).click()
    await eventually(async () => (await statusOf(id)) === expected, `${expected} stands`)
    const row = look.page.locator('ol li', { hasText: 'Marché de Noël' })
    await row.getByText(said, { exact: true }).waitFor()
    assert.deepEqual(look.faults, [])
  }
})

test('two moderators correct the same text: both corrections are shown, both can be saved, and no input is lost', {
  skip,
}, async () => {
  const { app, email, waiting, statusOf } = await opened()
  const id = await waiting('Concours de belotte', { body: 'Salle des fêtes.' })
  const office = app.as(await app.user(['operator_moderation']))
  const look = await visit(app)
  const { page } = look
  const dialog = page.getByRole('dialog')
  await enter(look, email, `/moderation?item=${id}`)
  const title = page.locator('#item-title')
  await title.getByText('Concours de belotte').waitFor()

  // A corrected text is no decision: the row stays undecided.
  await office.patch(`/admin/publications/${id}`, { body: 'Salle des fêtes, à 14 h.' })
  await page.keyboard.press('p')
  await dialog.getByText('Elle est toujours : En attente.').waitFor()
  await dialog.locator('ins', { hasText: 'à 14 h' }).waitFor()
  await dialog.getByRole('button', { name: 'Garder ce qui est' }).click()
  await page.locator('ol li:not([data-done])', { hasText: 'Concours' }).waitFor()
  await page.getByRole('link', { name: 'Concours de belotte' }).click()
  await title.getByText('Concours de belotte').waitFor()

  // The connection fails: the typed text is restored.
  const one = `**/admin/publications/${id}`
  await page.route(one, route => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await page.keyboard.press('e')
  await dialog.getByLabel('Titre').fill('Concours de belote')
  await dialog.getByRole('button', { name: 'Corriger', exact: true }).click()
  await page.getByText('Le service ne répond pas.').waitFor()
  await page.unroute(one)
  await page.keyboard.press('e')
  await becomes(() => dialog.getByLabel('Titre').inputValue(), 'Concours de belote')
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Alerte' })
  // An alert may have no level, as an imported one: a level that was chosen by mistake is taken back.
  const without = dialog.getByRole('radio', { name: 'Non précisé' })
  await becomes(() => without.isChecked(), true)
  await dialog.getByRole('radio', { name: /^Vigilance/ }).check()
  await without.check()
  await becomes(() => dialog.getByRole('radio', { name: /^Vigilance/ }).isChecked(), false)
  await dialog.getByRole('radio', { name: /^Danger/ }).check()
  await dialog.getByLabel('Fin de l’alerte').fill('demain 18 h')
  await dialog.getByText('demain à 18 h', { exact: true }).waitFor()

  await office.patch(`/admin/publications/${id}`, { body: 'Salle des fêtes, à 15 h.' })
  await dialog.getByRole('button', { name: 'Corriger et publier' }).click()
  await dialog.getByText('Ce que votre correction y changerait').waitFor()
  await dialog.locator('ins', { hasText: '15' }).waitFor()
  await dialog.locator('ins', { hasText: 'belote' }).waitFor()
  await look.assertAccessible('two corrections')
  await dialog.getByRole('button', { name: 'Corriger et publier quand même' }).click()
  await eventually(async () => (await statusOf(id)) === 'published', 'it is corrected, and published')
  const now = await make.row(app, id)
  assert.deepEqual(
    [now.title, now.body, now.niveau, now.fin_le !== null],
    ['Concours de belote', 'Salle des fêtes, à 15 h.', 'danger', true],
  )
  assert.deepEqual(unanswered(look.faults), [])
  await look.context.close()
})

test('a colleague decides one of two compared duplicates: the dialog names it, and never rejects both', {
  skip,
}, async () => {
  const { app, email, waiting, statusOf } = await opened()
  const office = app.as(await app.user(['operator_moderation']))
  const same = { duplicate_key: crypto.randomUUID() }
  const [one, other] = [await waiting('Loto de printemps', same), await waiting('Loto du printemps', same)]
  const look = await visit(app)
  const { page } = look
  const dialog = page.getByRole('dialog')
  await withoutNews(look)
  const compare = async () => {
    await page.keyboard.press('d')
    await dialog.getByRole('button', { name: 'Garder celle-ci' }).waitFor()
  }
  await enter(look, email, `/moderation?item=${one}`)
  await page.getByText('déjà publiée ?').first().waitFor()
  await page.locator('#item-title').getByText('Loto de printemps').waitFor()
  await compare()
  await office.patch(`/admin/publications/${other}/feature`, { en_avant: true })
  await page.keyboard.press('1')
  await dialog.getByText('Quelqu’un a changé l’autre entre-temps').waitFor()
  await dialog.getByText('« Loto du printemps »').waitFor()
  await look.assertAccessible('the other one was changed')
  await dialog.getByRole('button', { name: 'Garder celle-ci quand même' }).click()
  await eventually(async () => (await statusOf(other)) === 'rejected', 'the other one is rejected')
  assert.equal(await statusOf(one), 'pending')

  // The publication to keep is rejected meanwhile: the dialog does not offer to keep it.
  await office.patch(`/admin/publications/${other}/moderate`, { moderation_status: 'pending' })
  await page.reload()
  await page.locator('#item-title').getByText('Loto de printemps').waitFor()
  await compare()
  await office.patch(`/admin/publications/${one}/moderate`, {
    moderation_status: 'rejected',
    reason_code: 'spam',
  })
  await page.keyboard.press('1')
  await dialog.getByText('On ne garde pas une publication refusée').waitFor()
  await becomes(() => dialog.getByRole('button', { name: 'Garder celle-ci quand même' }).count(), 0)
  await dialog.getByRole('button', { name: 'Garder ce qui est' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('#item-title').getByText('Loto de printemps').waitFor()
  await compare()
  await dialog.getByText('On ne garde pas une publication refusée').waitFor()
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await eventually(
    async () => (await make.row(app, one)).moderation_reason_code === 'duplicate',
    'the other one is kept',
  )
  assert.equal(await statusOf(other), 'pending')
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('of several that are chosen, what a colleague decided and what was changed stays, and an undo says what it left', {
  skip,
}, async () => {
  const { app, email, waiting, statusOf } = await opened()
  const office = app.as(await app.user(['operator_moderation']))
  const ids: string[] = []
  for (const at of [1, 2, 3, 4, 5]) ids.push(await waiting(`Bourse aux jouets ${at}`))
  const [refused, changed, , kept, last] = ids
  const statuses = () => Promise.all(ids.map(statusOf))
  const refuse = (id: string | undefined) =>
    office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'rejected', reason_code: 'spam' })
  const look = await visit(app)
  const { page } = look
  await withoutNews(look)
  await enter(look, email, '/moderation?q=bourse')
  await page
    .getByRole('checkbox', { name: /^Choisir « Bourse/ })
    .last()
    .waitFor()
  for (const box of await page.getByRole('checkbox', { name: /^Choisir « Bourse/ }).all()) await box.check()
  await page.getByRole('list', { name: 'Les publications choisies' }).waitFor()
  await refuse(refused)
  await office.patch(`/admin/publications/${changed}`, { body: 'Elle est annulée.' })
  await page.keyboard.press('p')
  await page.getByText(/^3\spublications publiées\.$/).waitFor()
  const failed = page.getByRole('region', { name: 'Ce qui n’a pas abouti' })
  for (const at of [1, 2]) await failed.getByText(`« Bourse aux jouets ${at} »`).first().waitFor()
  await failed.getByText('restent ainsi : relisez-les d’abord').waitFor()
  await becomes(() => failed.getByRole('button', { name: 'Réessayer' }).count(), 0)
  assert.deepEqual(await statuses(), ['rejected', 'pending', 'published', 'published', 'published'])
  const row = (at: number) => page.locator('ol li', { hasText: `Bourse aux jouets ${at}` })
  await row(1).getByText('Refusée', { exact: true }).waitFor()
  await look.assertAccessible('some were left')
  await failed.getByRole('button', { name: 'Fermer' }).click()

  // The one that was changed is shown as it is; those of the own decision have no version conflict.
  await row(2).getByRole('link').click()
  await page.getByText('Elle est annulée.').waitFor()
  await row(5).getByRole('link').click()
  await page.locator('#item-title').getByText('Bourse aux jouets 5').waitFor()
  await page.keyboard.press('Delete')
  await eventually(async () => (await make.row(app, last ?? '')).deleted_at !== null, 'it is deleted')
  await page.keyboard.press('u')
  await page.getByText(/^Annulé\s:\sla décision sur «\sBourse aux jouets 5/).waitFor()

  await refuse(kept)
  await page.keyboard.press('u')
  await page.getByText(/^Annulé pour 2\spublications seulement\. 1\sautre reste ainsi/).waitFor()
  assert.deepEqual(await statuses(), ['rejected', 'pending', 'pending', 'rejected', 'pending'])
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('two moderators on one item see each other by name', { skip }, async () => {
  const { app, email, moderator, waiting, statusOf } = await opened()
  const id = await waiting('Collecte de sang')
  const other = await moderator('karim@example.org')
  await app.owner.query(`update users set nom = 'Karim Benali' where lower(email) = $1`, [other])
  const [first, second] = [await visit(app), await visit(app)]
  await enter(first, other, `/moderation?item=${id}`)
  await first.page.getByRole('heading', { name: 'Collecte de sang' }).waitFor()
  await enter(second, email, `/moderation?item=${id}`)
  await second.page.getByText('Karim Benali lit aussi').waitFor({ timeout: 60_000 })
  // The page is closed right after: the publication is published all the same.
  await second.page.keyboard.press('p')
  await second.page.getByText('est publiée').waitFor()
  await second.page.close()
  await eventually(async () => (await statusOf(id)) === 'published', 'it arrives all the same')
  assert.deepEqual([...first.faults, ...second.faults], [])
})

test('a list is saved by a name, found again in the menu, and shared with a colleague', {
  skip,
}, async () => {
  const { app, moderator } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, await moderator('vues@example.org'), '/moderation?q=judo&page=2')
  // There is no second page: the first is shown.
  await page.waitForURL(/q=judo$/)
  await page.getByRole('button', { name: 'Vues' }).click()
  await page.getByRole('button', { name: 'Enregistrer cette vue…' }).click()
  await page.getByLabel('Nom').fill('Le judo')
  await page.getByLabel('Mes collègues la voient aussi').check()
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const other = await visit(app)
  await enter(other, await moderator('collegue.vues@example.org'), '/moderation')
  await other.page.getByRole('button', { name: 'Vues' }).click()
  await other.page.locator('main').getByRole('link', { name: 'Le judo' }).click()
  await other.page.waitForURL(/\/moderation\?q=judo$/)
  assert.deepEqual([...look.faults, ...other.faults], [])
  await Promise.all([look.context.close(), other.context.close()])
})
