// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { misplaced } from '../../test/measures.ts'

/** From the link of a mail to the outcome, in a real browser with the real service. */

test('a refusal is contested on the page of its mail; someone else upholds it or overturns it', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Écully', departement: '69' })
  const acteur = await make.acteur(app, commune, { nom: 'Club de judo' })
  const email = await account(app, 'zoe@example.org')
  const author = (await app.owner.query('select id from users where email = $1', [email])).rows[0]
  await make.member(app, acteur, author)
  const first = await account(app, 'anne@example.org', 'operator_moderation')
  const second = await account(app, 'karim@example.org', 'operator_moderation')
  const decider = app.as(await app.user(['operator_moderation']))

  const ids: string[] = []
  for (const title of ['Loto du dimanche', 'Vide-grenier <b>'])
    ids.push(
      await make.publication(app, acteur, commune, {
        title,
        body: `Rendez-vous à la salle des fêtes : ${title}.`,
        created_by: author.id,
      }),
    )
  await app.owner.query(
    `insert into publication_reports (publication_id, reason, message, language) values ($1, 'spam', 'Un lien bizarre.', 'fr')`,
    [ids[0]],
  )
  await decider.patch('/admin/publications/bulk/moderate', {
    ids,
    moderation_status: 'rejected',
    reason_code: 'spam',
    reason: 'Un lien douteux.',
  })
  const { rows } = await app.owner.query(
    `select text from mails where recipient_email = $1 and template = 'publication-rejected'`,
    [email],
  )
  const [, link = ''] = /(\/auth\/appeal\/\S+)/.exec(rows[0]?.text ?? '') ?? []

  const phone = await visit(app, { width: 390, dark: true })
  for (const title of ['Loto du dimanche', 'Vide-grenier <b>']) {
    await phone.page.goto(link)
    if (title.startsWith('Loto')) await phone.page.getByRole('radio', { name: /Loto du dimanche/ }).check()
    await phone.page
      .getByRole('textbox', { name: /Pourquoi contestez-vous/ })
      .fill('C’est notre club.\nRelisez.')
    await phone.assertAccessible('the page of the link')
    assert.deepEqual(await misplaced(phone.page), [])
    await phone.page.getByRole('button', { name: 'Contester la décision' }).click()
    await phone.page.getByRole('heading', { name: 'Votre contestation est enregistrée' }).waitFor()
  }
  // Another one from the list of the town hall's screens, where the appeal then shows.
  const own = await make.publication(app, acteur, commune, { title: 'Bal', created_by: author.id })
  await decider.patch(`/admin/publications/${own}/moderate`, { moderation_status: 'rejected' })
  const hall = await visit(app, { width: 390 })
  await enter(hall, email, `/espace/publications?pour=${acteur}&etat=refusees`)
  const row = hall.page.getByRole('listitem').filter({ hasText: 'Bal' })
  await row.getByRole('button', { name: 'Contester…' }).click()
  await hall.page.getByRole('dialog').getByRole('textbox').fill('Le bal a bien lieu.')
  await hall.assertAccessible('contesting in the list')
  await hall.page.keyboard.press('Control+Enter')
  await row.getByText('Vous l’avez contestée').waitFor()
  assert.deepEqual([...(await misplaced(hall.page)), ...hall.faults], [])

  // Another moderator took the second decision.
  await app.owner.query(
    `update appeals set decided_by = (select id from users where email = $1) where publication_id = $2`,
    [second, ids[1]],
  )

  const look = await visit(app)
  const { page } = look
  const status = async () =>
    (await app.owner.query('select status from appeals order by id')).rows.map(row => row.status)
  await enter(look, second)
  await page.getByRole('main').getByRole('link', { name: '2 contestations attendent' }).click()
  await page.getByRole('heading', { level: 2, name: 'Loto du dimanche' }).waitFor()
  await page.getByText('Relisez.').waitFor()
  await page.getByText('Un lien douteux.').first().waitFor()
  // The contested publication stands in the same pane: text, reports, history, and the record of its author.
  await page.getByText('Rendez-vous à la salle des fêtes : Loto du dimanche.').waitFor()
  await page.getByText(/publication retirée/).waitFor()
  await page.getByText('Un lien bizarre.').waitFor()
  await page.getByRole('heading', { level: 3, name: 'Historique' }).waitFor()
  await page.getByRole('link', { name: '3 refusées' }).waitFor()
  const decided = page.getByRole('listitem').filter({ hasText: 'décidée par vous' })
  await becomes(() => decided.getByRole('link').allTextContents(), ['Vide-grenier <b>'])
  await look.assertAccessible('an appeal')
  await page.getByRole('button', { name: 'Revenir sur la décision…' }).waitFor()
  // The address of the author finds both appeals, words of one find that one.
  const listed = () =>
    page
      .getByRole('main')
      .getByRole('link', { name: /^(Loto|Vide)/ })
      .allTextContents()
  await page.keyboard.press('/')
  await page.keyboard.type('loto')
  await page.keyboard.press('Enter')
  await becomes(async () => new URL(page.url()).searchParams.get('q'), 'loto')
  await becomes(listed, ['Loto du dimanche'])
  // The field has the focus again.
  await page.getByRole('button', { name: /Retirer.*loto/ }).click()
  await becomes(() => page.locator('#find:focus').inputValue(), '')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await becomes(async () => new URL(page.url()).searchParams.get('q'), email)
  await becomes(async () => (await listed()).length, 2)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('La publication sera en ligne.').waitFor()
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('Dites pourquoi.').first().waitFor()
  await look.assertAccessible('overturning')
  await dialog.getByRole('textbox').fill('Nous nous étions trompés.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('status').getByText('est revue').waitFor()
  await becomes(status, ['overturned', 'pending', 'pending'])
  // Undone, it is open again, with the words of its dialog.
  await page.keyboard.press('u')
  await becomes(status, ['pending', 'pending', 'pending'])
  // Until the undo is answered, keys are refused.
  await page.getByText('Annulation en cours…').waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 2, name: 'Loto du dimanche' }).waitFor()
  await page.keyboard.press('a')
  await becomes(() => dialog.getByRole('textbox').inputValue(), 'Nous nous étions trompés.')
  await page.keyboard.press('Control+Enter')
  await becomes(status, ['overturned', 'pending', 'pending'])

  // The next one was decided by this person.
  await page.getByText('une autre personne doit la revoir').waitFor()
  await becomes(() => page.getByRole('button', { name: 'Maintenir la décision…' }).count(), 0)
  assert.deepEqual(look.faults, [])

  const small = await visit(app, { width: 390, dark: true })
  await enter(small, first, '/contestations')
  await small.page.getByRole('link', { name: 'Vide-grenier <b>' }).click()
  await small.page.getByRole('button', { name: 'Maintenir la décision…' }).click()
  await small.page.getByRole('dialog').getByRole('textbox').fill('Le lien est toujours là.')
  await small.assertAccessible('upholding on a telephone')
  await small.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Maintenir la décision/ })
    .click()
  await becomes(status, ['overturned', 'upheld', 'pending'])
  await small.page.goto('/contestations?onglet=maintenues')
  await small.page.getByRole('link', { name: 'Vide-grenier <b>' }).click()
  await small.page.getByText('Le lien est toujours là.').waitFor()

  // Who may decide an appeal is known once it is loaded: until then a key says that it did nothing.
  const late = Promise.withResolvers<void>()
  await page.route('**/api/v1/admin/appeals/*', async route => {
    await late.promise
    await route.continue()
  })
  await page.goto('/contestations')
  await page.getByRole('heading', { level: 2, name: 'Bal' }).waitFor()
  await page.keyboard.press('m')
  await page.getByText('La contestation se charge encore : cette touche n’a rien fait.').waitFor()
  late.resolve()
  await page.getByRole('button', { name: 'Maintenir la décision…' }).waitFor()
  assert.equal(await dialog.count(), 0)
  await page.keyboard.press('m')
  await dialog.getByRole('textbox').waitFor()
  await page.goto('/contestations?onglet=closes')
  await page.getByText('Aucune contestation n’est devenue sans objet.').waitFor()
  assert.equal(await page.getByText('Choisissez une contestation').count(), 0)
  assert.deepEqual([...(await misplaced(small.page)), ...small.faults, ...phone.faults], [])
})
