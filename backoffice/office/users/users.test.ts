// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { signInAt } from '../../../test/sign-in.ts'

test('an administrator invites a person, grants and removes roles, suspends, and cannot remove the last administrator', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'admin')
  await app.owner.query(`update users set nom = 'Anne Martin' where email = $1`, [email])
  const other = await account(app, 'karim@example.org', 'operator_claims')
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/utilisateurs')
  await page.getByRole('link', { name: 'Anne Martin' }).waitFor()
  await look.assertAccessible('the list')
  // A long word makes the table wider than the page: the table can then be focused, so that keys scroll it.
  const table = page.getByRole('region', { name: 'Les utilisateurs' })
  await becomes(() => table.count(), 0)
  await app.owner.query(`update users set nom = repeat('Œ', 190) where email = $1`, [other])
  await page.reload()
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await eventually(() => table.evaluate(({ scrollLeft }) => scrollLeft > 0), 'it is moved by keys')
  await look.assertAccessible('the list with a long word')
  await app.owner.query(`update users set nom = null where email = $1`, [other])

  await page.getByRole('button', { name: 'Inviter quelqu’un…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Envoyer l’invitation' }).click()
  await dialog.getByText('Écrivez une adresse').waitFor()
  await dialog.getByLabel('Adresse électronique').fill('nouvelle@example.org')
  await dialog.getByLabel('Nom et prénom').fill('Maëlle Le Goff')
  await dialog.getByText('Répond aux personnes qui écrivent.').click()
  await look.assertAccessible('an invitation')
  // The roles have no error of their own: their refusal is told in words, and no field is counted.
  await page.route(
    '**/api/v1/admin/users',
    route =>
      route.fulfill({
        status: 422,
        json: {
          error: 'validation_failed',
          message: 'Des champs ne vont pas.',
          request_id: 'x',
          details: [{ path: 'roles.0', message: 'Ce rôle n’existe plus.' }],
        },
      }),
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Envoyer l’invitation' }).click()
  await dialog.getByRole('alert').getByText('Ce rôle n’existe plus.').waitFor()
  assert.equal(await dialog.getByText('à corriger').count(), 0)
  await dialog.getByRole('button', { name: 'Envoyer l’invitation' }).click()
  await page.getByRole('heading', { level: 1, name: 'Maëlle Le Goff' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'C’est enregistré. Aucun courriel ne part' }).waitFor()
  await becomes(() => page.getByRole('switch', { name: /^Messages/ }).isChecked(), true)
  assert.match((await signInAt(app).mailsTo('nouvelle@example.org'))[0]?.text ?? '', /Anne Martin/)
  await page.getByRole('switch', { name: /^Imports/ }).click()
  await page.getByText('Le rôle Imports est donné.').waitFor()
  await page.getByRole('button', { name: 'Renvoyer l’invitation' }).click()
  await eventually(
    async () => (await signInAt(app).mailsTo('nouvelle@example.org')).length === 2,
    'the invitation again',
  )
  // The notice of the first invitation stays on the page beside that of the second.
  await becomes(() => page.getByText('Aucun courriel ne part').count(), 2)
  await page.getByRole('button', { name: 'Écrire une note' }).click()
  await page.getByLabel('Votre note pour l’équipe').fill('Remplace Paul en mars.')
  await page.getByRole('button', { name: 'Garder la note' }).click()
  await page.getByRole('article', { name: 'Note pour l’équipe' }).waitFor()
  await look.assertAccessible('somebody who is expected')

  await page.getByRole('button', { name: 'Retirer l’invitation' }).click()
  await look.assertAccessible('asked whether to withdraw')
  await dialog.getByRole('button', { name: 'Retirer l’invitation' }).click()
  await page.getByRole('heading', { level: 1, name: 'Utilisateurs' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'L’invitation de Maëlle Le Goff est retirée.' }).waitFor()
  const guest = await visit(app, { width: 390 })
  await guest.page.goto(`/auth${await signInAt(app).linkTo('nouvelle@example.org')}`)
  await guest.page.getByRole('heading', { name: 'Cette invitation a été retirée' }).waitFor()
  await guest.assertAccessible('an invitation that was withdrawn')

  await page.getByRole('link', { name: 'Attendus' }).click()
  await page.getByRole('link', { name: 'Anne Martin' }).waitFor({ state: 'detached' })
  await page.goto('/utilisateurs?q=anne')
  await page.getByRole('link', { name: 'Anne Martin' }).click()
  await page.getByRole('switch', { name: /^Administration/ }).click()
  await page.getByText('C’est la dernière personne qui administre Parvis.').waitFor()
  await becomes(() => page.getByRole('switch', { name: /^Administration/ }).isChecked(), true)

  const narrow = await visit(app, { width: 390, dark: true })
  await enter(narrow, email, `/utilisateurs?q=${other}`)
  await narrow.assertAccessible('the list, narrow and dark')
  await narrow.page.locator('tbody a').first().click()
  await narrow.page.getByRole('button', { name: 'Suspendre le compte' }).click()
  await narrow.page.getByText('rien ne lui est ouvert').waitFor()
  await narrow.page.getByRole('button', { name: 'Effacer ses données…' }).click()
  await narrow.page.getByText('Sera effacé').waitFor()
  await narrow.assertAccessible('an erasure')
  await narrow.page.getByRole('button', { name: 'Effacer pour toujours' }).click()
  await narrow.page.getByText('Ce n’est pas la même adresse.').waitFor()
  await narrow.page.getByLabel(/^Recopiez/).fill(other)
  await narrow.page.getByRole('button', { name: 'Effacer pour toujours' }).click()
  await narrow.page.getByText('Sans nom').waitFor()
  await narrow.page.getByText('Ses données sont effacées.').waitFor()
  const { rows } = await app.owner.query('select from users where email = $1', [other])
  assert.equal(rows.length, 0)
  assert.deepEqual([...look.faults, ...narrow.faults, ...guest.faults], [])
})

test('the data of an address without an account is found by its search, and who erases themselves leaves', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'admin')
  await account(app, 'zoe@example.org', 'admin')
  const choir = await make.acteur(app, await make.commune(app), { nom: 'Chorale' })
  const claim = { acteur_id: choir, message: 'C’est moi.', nom: 'Jeanne', email: 'jeanne@example.org' }
  assert.equal((await app.anyone.post('/claims', claim)).status, 201)
  const { rows } = await app.owner.query('select id from users where email = $1', [email])
  await make.member(app, choir, { id: rows[0].id, email, subject: '', token: '' })
  const look = await visit(app, { width: 390 })
  const { page } = look
  await enter(look, email, '/utilisateurs?q=jeanne@example.org')
  const dialog = page.getByRole('dialog')
  const erase = async (address: string) => {
    await page.getByRole('button', { name: 'Effacer ses données…' }).click()
    await dialog.getByText('Sera effacé').waitFor()
    await dialog.getByLabel(/^Recopiez/).fill(address)
    await look.assertAccessible(`an erasure of ${address}`)
  }
  const now = () => dialog.getByRole('button', { name: 'Effacer pour toujours' }).click()
  await page.getByText('Personne n’a de compte à l’adresse jeanne@example.org.').waitFor()
  await erase('jeanne@example.org')
  await now()
  await page.getByText('Ses données sont effacées.').waitFor()
  await page.getByRole('button', { name: 'Effacer ses données…' }).click()
  await page.getByText('Rien n’est gardé à cette adresse.').waitFor()

  await page.goto(`/utilisateurs/${rows[0].id}`)
  await erase(email)
  await dialog.getByText('vous n’entrerez plus dans Parvis').waitFor()
  await dialog.getByRole('link', { name: 'Chorale' }).waitFor()
  await now()
  await page.locator('input[name=email]').waitFor()
  assert.equal((await app.owner.query('select from users where email = $1', [email])).rowCount, 0)
  assert.deepEqual(look.faults, [])
})

test('a role is limited to communes by name, and reaches everywhere again', { skip }, async () => {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'admin')
  const other = await account(app, 'karim@example.org', 'operator_moderation')
  await app.owner.query(`
    with epci as (insert into epcis (code, nom) values ('243500139', 'Rennes Métropole') returning code)
    insert into communes (slug, nom, epci_code) select slug, nom, code from epci,
      (values ('rennes', 'Rennes'), ('chartres-de-bretagne', 'Chartres-de-Bretagne')) as town (slug, nom)`)
  const { rows } = await app.owner.query('select id from users where email = $1', [other])
  const look = await visit(app, { width: 390 })
  const { page } = look
  await enter(look, email, `/utilisateurs/${rows[0].id}`)
  await page.getByText('Partout', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Limiter le rôle Modération' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Rien n’est choisi : le rôle vaut partout.').waitFor()
  for (const [label, typed, named] of [
    ['Ajouter une intercommunalité', 'rennes', 'Rennes Métropole'],
    ['Ajouter une commune', 'chartres', 'Chartres-de-Bretagne'],
  ] as const) {
    await dialog.getByRole('combobox', { name: label }).fill(typed)
    await dialog.getByRole('option', { name: named }).click()
    await dialog.getByRole('button', { name: `Enlever ${named}` }).waitFor()
  }
  await look.assertAccessible('the limits of a role')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Le rôle Modération est limité à Rennes Métropole, Chartres-de-Bretagne.').waitFor()
  await page.getByText('Seulement : Rennes Métropole, Chartres-de-Bretagne').waitFor()
  await look.assertAccessible('a role with limits')
  await page.getByRole('button', { name: 'Limiter le rôle Modération' }).click()
  await dialog.getByRole('button', { name: 'Enlever Rennes Métropole' }).click()
  await dialog.getByRole('button', { name: 'Enlever Chartres-de-Bretagne' }).click()
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await page.getByText('Le rôle Modération vaut maintenant partout.').waitFor()
})

test('an invitation says for which places its roles are: in the form, the list and the mail', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'admin')
  await app.owner.query(`
    with epci as (insert into epcis (code, nom) values ('243500139', 'Rennes Métropole') returning code)
    insert into communes (slug, nom, epci_code) select 'dinard', 'Dinard', null from epci`)
  const look = await visit(app, { width: 390 })
  const { page } = look
  await enter(look, email, '/utilisateurs')
  await page.getByRole('button', { name: 'Inviter quelqu’un…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Adresse électronique').fill('nouvelle@example.org')
  const where = dialog.getByRole('group', { name: 'Où' })
  await dialog.getByText('Voit et change tout').click()
  await becomes(() => where.count(), 0)
  await dialog.getByText('Voit et change tout').click()
  await dialog.getByText('Répond aux personnes qui écrivent.').click()
  await where.getByText('Rien n’est choisi : le rôle vaut partout.').waitFor()
  for (const [label, typed, named] of [
    ['Ajouter une intercommunalité', 'rennes', 'Rennes Métropole'],
    ['Ajouter une commune', 'dinard', 'Dinard'],
  ] as const) {
    await where.getByRole('combobox', { name: label }).fill(typed)
    await dialog.getByRole('option', { name: named }).click()
    await where.getByRole('button', { name: `Enlever ${named}` }).waitFor()
  }
  await look.assertAccessible('an invitation for some places')
  await dialog.getByRole('button', { name: 'Envoyer l’invitation' }).click()
  await page.getByText('Seulement : Rennes Métropole, Dinard').waitFor()
  const [mail] = await signInAt(app).mailsTo('nouvelle@example.org')
  assert.match(mail?.text ?? '', /Vous pourrez, pour Rennes Métropole et Dinard\s: répondre aux messages\./)
  await page.goto('/utilisateurs?onglet=attendus')
  await page.getByText('Messages (Rennes Métropole, Dinard)').waitFor()
  await page.goto('/journal')
  await page.getByText('a invité nouvelle@example.org').first().click()
  await page.getByText('Territoires : Messages (Rennes Métropole, Dinard)').waitFor()
  assert.deepEqual(look.faults, [])
})
