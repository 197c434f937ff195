// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { having, namesOf } from '../../../shared/fields/field.ts'
import { account, enter } from '../../../test/browser/people.ts'
import { follow, skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { countRequests, settled } from '../../test/long-tasks.ts'

test('an acteur is found, validated, gets a member, and is merged with another one and separated again', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Écully', departement: '69' })
  const club = await make.acteur(app, commune, { nom: 'Étoile sportive' })
  const next = await make.commune(app, { nom: 'Tassin', departement: '69' })
  const twin = await make.acteur(app, next, { nom: 'Etoile sportive Ecully' })
  await make.publication(app, twin, commune)
  const treater = await account(app, 'karim@example.org', 'operator_claims')
  const office = app.as(await app.user(['operator_claims']))
  const now = async (id: string) => (await office.get(`/admin/acteurs/${id}`)).body.data
  const look = await visit(app)
  const { page } = look
  await enter(look, treater, '/acteurs?q=etoile')
  await page.getByRole('rowheader').first().waitFor()
  await look.assertAccessible('the table')
  await page.getByRole('link', { name: 'Étoile sportive', exact: true }).click()
  await page.getByRole('switch', { name: /Validé/ }).click()
  await eventually(async () => (await now(club)).valide, 'it is checked')

  // The user's own switches cause no version conflict; a colleague's change does.
  const phone = page.getByRole('textbox', { name: /^Téléphone/ })
  const underWay = countRequests(look)
  /** The page has read the record again, so that a colleague's next change is none that it knows. */
  const saved = async () => {
    await page.getByText('Coordonnées\u00a0: enregistré.').waitFor()
    await settled(page, underWay)
  }
  const saveContacts = () => page.getByRole('button', { name: 'Enregistrer' }).nth(1).click()
  const contacts = page.locator('section', { hasText: 'Coordonnées' }).getByRole('textbox')
  await becomes(
    () => contacts.count(),
    namesOf(having(ACTEUR_FIELDS, 'own')).length,
    'each field has its input',
  )
  await phone.fill('04 72 00 00 01')
  await saveContacts()
  await saved()
  await office.patch(`/admin/acteurs/${club}`, { telephone: '04 72 00 00 02' })
  await phone.fill('04 72 00 00 03')
  await page.getByRole('link', { name: 'Membres' }).click()
  await page.getByRole('button', { name: 'Ajouter un membre' }).waitFor()
  await becomes(() => page.getByText('Coordonnées\u00a0: enregistré.').count(), 0)
  await page.getByRole('link', { name: 'Fiche' }).click()
  await page.getByText('vos changements ne sont pas encore enregistrés').waitFor()
  await becomes(() => phone.inputValue(), '04 72 00 00 03')
  await saveContacts()
  const stale = page.getByRole('dialog', { name: /avant vous/ })
  await stale.getByText('04 72 00 00 02').waitFor()
  await look.assertAccessible('changed by a colleague')
  await stale.getByRole('button', { name: 'Garder ce qui est' }).click()
  await becomes(() => phone.inputValue(), '04 72 00 00 02')
  await phone.fill('04 72 00 00 04')
  await saveContacts()
  await eventually(async () => (await now(club)).telephone === '04 72 00 00 04', 'it is saved')
  // Saved all the same: what was not typed stays the colleague’s.
  await saved()
  await office.patch(`/admin/acteurs/${club}`, { telephone: '04 72 00 00 05', horaires: 'Le mardi' })
  await phone.fill('04 72 00 00 06')
  await saveContacts()
  await stale.getByText('04 72 00 00 05').waitFor()
  await stale.getByRole('button', { name: 'Enregistrer quand même' }).click()
  await eventually(async () => (await now(club)).telephone === '04 72 00 00 06', 'mine is saved')
  assert.equal((await now(club)).horaires, 'Le mardi')
  // A switch that a colleague pressed meanwhile is in no form’s way.
  await saved()
  await office.post(`/admin/acteurs/${club}/can-publish`, { can_publish: false })
  await phone.fill('04 72 00 00 08')
  await saveContacts()
  await eventually(async () => (await now(club)).telephone === '04 72 00 00 08', 'it is saved unasked')
  assert.equal((await now(club)).can_publish, false)
  await saved()
  // Text typed while a save is in flight stays, and is saved next.
  const web = page.getByRole('textbox', { name: /^Site web/ })
  const answer = Promise.withResolvers<void>()
  const own = `**/api/v1/admin/acteurs/${club}`
  await page.route(own, async route => {
    await answer.promise
    await route.continue()
  })
  await phone.fill('04 72 00 00 07')
  await saveContacts()
  await web.fill('https://etoile.example.org/')
  answer.resolve()
  await eventually(async () => (await now(club)).telephone === '04 72 00 00 07', 'the first is saved')
  await page.unroute(own)
  await saved()
  await becomes(() => web.inputValue(), 'https://etoile.example.org/')
  const ready = page.locator('button[type=submit]:not([aria-disabled])', { hasText: 'Enregistrer' })
  await ready.nth(1).waitFor()
  await saveContacts()
  await eventually(async () => (await now(club)).site_web !== null, 'the second too')
  // A held Enter key submits once.
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'PATCH') sent.push(request.postData() ?? '')
  })
  for (const number of ['04 72 00 00 05', '04 72 00 00 06']) {
    // While the last one is being saved, Enter does nothing.
    await ready.nth(1).waitFor()
    await phone.fill(number)
    await page.keyboard.down('Enter')
    await eventually(async () => (await now(club)).telephone === number, 'it is saved by Enter')
    await ready.nth(1).waitFor()
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
  }
  // Otherwise the read that follows the page's own save brings the colleague's badge, and nothing conflicts.
  await settled(page, underWay)
  await office.patch(`/admin/acteurs/${club}/badge`, { badge: 'officiel' })
  await page.getByRole('switch', { name: /^Actif/ }).click()
  await eventually(async () => !(await now(club)).active, 'what another changed is in no switch’s way')
  assert.equal((await now(club)).badge, 'officiel')
  await becomes(() => page.getByLabel('Badge').inputValue(), 'officiel')
  await settled(page, underWay)
  await office.patch(`/admin/acteurs/${club}/badge`, { badge: 'verifie' })
  await page.getByLabel('Badge').selectOption('partenaire')
  await stale.getByText('Badge\u00a0: Vérifié').waitFor()
  assert.equal((await now(club)).badge, 'verifie', 'nothing is changed before one has chosen')
  await stale.getByRole('button', { name: 'Enregistrer quand même' }).click()
  await eventually(async () => (await now(club)).badge === 'partenaire', 'it is changed all the same')
  assert.equal(sent.filter(body => body.includes('telephone')).length, 2)
  await page.getByRole('switch', { name: /^Actif/, checked: false }).click()
  await eventually(async () => (await now(club)).active, 'and on again')

  await page.getByRole('button', { name: 'Écrire une note' }).click()
  await page.getByRole('button', { name: 'Garder la note' }).click()
  await page.getByText('Écrivez quelques mots.').waitFor()
  await page.getByLabel('Votre note pour l’équipe').fill('Rappeler la trésorière.')
  await look.assertAccessible('the page, with a note being written')
  await page.getByRole('button', { name: 'Garder la note' }).click()
  const note = page.getByRole('article', { name: 'Note pour l’équipe' })
  await note.getByText('Rappeler la trésorière.').waitFor()
  await note.getByRole('button', { name: 'Retirer la note' }).click()
  await note.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'La remettre' }).click()
  await note.waitFor()
  await look.assertAccessible('the page')

  await page.goto(`/acteurs/${club}?onglet=membres`)
  await page.getByRole('button', { name: 'Ajouter un membre' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /adresse électronique/ }).fill('paul@example.org')
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await page.getByText('invité, pas encore venu').waitFor()
  const told = (text: string) => page.getByRole('status').filter({ hasText: text })
  await told('C’est enregistré. Aucun courriel ne part').waitFor()
  await look.assertAccessible('the members')
  // The buttons of a card need no column name.
  const acts = page.getByRole('cell').filter({ has: page.getByRole('button', { name: 'Retirer' }) })
  await becomes(async () => (await acts.textContent())?.split('Changer ses droits').length, 2)

  await page.goto(`/acteurs/${club}`)
  const shown = await page.getByRole('link', { name: 'Voir la page publique' }).getAttribute('href')
  assert.match(await (await fetch(app.url + shown)).text(), /<h1[^>]*>Étoile sportive/)
  await make.apiKey(app, { acteur_id: twin })
  await page.getByRole('button', { name: 'Fusionner avec un autre…' }).click()
  await dialog.getByRole('button', { name: 'Fusionner', exact: true }).click()
  await dialog.getByText('Choisissez l’autre acteur.').waitFor()
  await dialog.getByRole('combobox').fill('Etoile sportive Ecu')
  await page.getByRole('option', { name: /Etoile sportive Ecully/ }).click()
  await dialog.getByText('1 publication', { exact: true }).waitFor()
  await dialog.getByText(/Deux communes différentes.* garde sa commune/).waitFor()
  assert.equal(await dialog.getByText(/^0/).count(), 0)
  await dialog.getByText('1 clé d’API', { exact: true }).waitFor()
  await dialog.getByText(/Annuler la fusion les remet en service/).waitFor()
  await look.assertAccessible('two that are one')
  await dialog.getByRole('button', { name: 'Fusionner', exact: true }).click()
  const merged = told('«\u00a0Etoile sportive Ecully\u00a0» est fusionné ici')
  await merged.waitFor()
  await eventually(
    () => merged.evaluate(one => one.getBoundingClientRect().bottom <= innerHeight),
    'it is said in view of the button at the foot of the page',
  )
  await look.assertAccessible('merged')
  await merged.getByRole('button', { name: 'Annuler' }).click()
  await told('La fusion est annulée').waitFor()
  assert.equal((await now(twin)).merged_into, null)
  await office.post(`/admin/acteurs/${club}/merge`, { from_id: twin })
  await page.goto(`/acteurs/${club}?onglet=historique`)
  await page.getByRole('button', { name: 'Annuler cette fusion' }).click()
  await told('La fusion est annulée').waitFor()
  await eventually(async () => (await now(twin)).merged_into === null, 'they are apart again')
  await look.assertAccessible('the history')

  await follow(page, '/acteurs?q=etoile')
  await page.getByRole('button', { name: 'Créer un acteur' }).click()
  await dialog.getByRole('textbox', { name: 'Nom' }).fill('')
  await dialog.getByRole('button', { name: 'Créer l’acteur' }).click()
  await dialog.getByText('Écrivez un nom.').waitFor()
  await dialog.getByRole('textbox', { name: 'Nom' }).fill('Étoile sportive')
  await dialog.getByRole('combobox', { name: /Commune/ }).fill('Écu')
  await page.getByRole('option', { name: /Écully/ }).click()
  await dialog.getByText('Il existe peut-être déjà').waitFor()
  await look.assertAccessible('an acteur that may be here')
  await page.keyboard.press('Control+Enter')
  const doubt = dialog.getByRole('alert').filter({ hasText: 'même nom, même commune' })
  await doubt.getByRole('button', { name: /^Ce n’est pas le même/ }).waitFor()
  await eventually(() => doubt.evaluate(one => one === document.activeElement), 'it has the focus')
  await page.keyboard.press('Control+Enter')
  await doubt.getByRole('button', { name: /^Ce n’est pas le même/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Étoile sportive' }).waitFor()
  await told('«\u00a0Étoile sportive\u00a0» est créé.').waitFor()
  const twins = (await office.get('/admin/acteurs?q=etoile+sportive')).body.data
  assert.equal(twins.filter(({ nom }: { nom: string }) => nom === 'Étoile sportive').length, 2)
  await follow(page, '/acteurs')
  await page.getByRole('button', { name: 'Créer un acteur' }).click()
  await dialog.getByRole('combobox', { name: /Commune/ }).fill('Écu')
  await page.getByRole('option', { name: /Écully/ }).click()
  await dialog.getByRole('textbox', { name: 'Nom' }).fill('Chorale des Lilas')
  // Submitted twice before the answer comes, it is created once.
  const late = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/v1/admin/acteurs', async route => {
    asked += 1
    await late.promise
    await route.continue()
  })
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  late.resolve()
  await page.getByRole('heading', { level: 1, name: 'Chorale des Lilas' }).waitFor()
  assert.equal(asked, 1)
  assert.deepEqual(look.faults, [])
})

test('of two switches pressed at once, the second asks where a colleague changed the same one, also if the first was sent again', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const id = await make.acteur(app, await make.commune(app), { nom: 'Amicale des boulistes' })
  const office = app.as(await app.user(['operator_claims']))
  const now = async () => (await office.get(`/admin/acteurs/${id}`)).body.data
  const look = await visit(app)
  const { page } = look
  const underWay = countRequests(look)
  await enter(look, await account(app, 'rita@example.org', 'operator_claims'), `/acteurs/${id}`)
  const active = page.getByRole('switch', { name: /^Actif/ })
  await active.waitFor()
  await settled(page, underWay)
  await office.patch(`/admin/acteurs/${id}/badge`, { badge: 'officiel' })
  const held = async (address: string) => {
    const answer = Promise.withResolvers<void>()
    await page.route(address, async route => {
      await answer.promise
      await route.continue()
    })
    return answer.resolve
  }
  const badge = page.getByLabel('Badge')
  const first = await held('**/acteurs/*/active')
  await active.click()
  await page.getByRole('switch', { name: /^Validé/ }).click()
  await badge.selectOption('partenaire')
  first()
  const asked = page.getByRole('dialog', { name: /avant vous/ })
  await asked.getByText('Badge\u00a0: Officiel').waitFor()
  const stored = await now()
  assert.deepEqual([stored.active, stored.valide, stored.badge], [false, true, 'officiel'])
  await asked.getByRole('button', { name: 'Garder ce qui est' }).click()
  await becomes(() => badge.inputValue(), 'officiel')
  // The badge that the person chose before is no colleague’s.
  await settled(page, underWay)
  await office.patch(`/admin/acteurs/${id}/active`, { active: true })
  const second = await held('**/acteurs/*/badge')
  await badge.selectOption('verifie')
  await badge.selectOption('partenaire')
  second()
  await becomes(async () => (await now()).badge, 'partenaire')
  assert.deepEqual([(await now()).active, await asked.count()], [true, 0])
  assert.deepEqual(look.faults, [])
})

test('of an acteur beyond the territory of a role, nothing is offered that the service refuses', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const [here, there] = [await make.commune(app), await make.commune(app)]
  const [inside, beyond] = [
    await make.acteur(app, here, { nom: 'Amicale' }),
    await make.acteur(app, there, { nom: 'Comité' }),
  ]
  await app.owner.query('insert into acteur_communes (acteur_id, commune_id) values ($1, $2)', [beyond, here])
  for (const acteur_id of [inside, beyond])
    await app.anyone.post('/claims', {
      acteur_id,
      message: 'C’est moi.',
      nom: 'Zoé',
      email: 'zoe@example.org',
    })
  const email = await account(app, 'karim@example.org')
  const { rows } = await app.owner.query('select id from users where email = $1', [email])
  const admin = app.as(await app.user(['admin']))
  await admin.post(`/admin/users/${rows[0].id}/roles`, { role: 'operator_claims', communes: [here] })
  const look = await visit(app)
  const { page } = look
  const offered = async (id: string) => {
    await page.goto(`/acteurs/${id}`)
    const main = page.getByRole('main')
    await main.getByRole('switch').first().waitFor()
    const free = await main.getByRole('switch', { disabled: false }).count()
    const record = await main.getByRole('button', { name: /^(Enregistrer|Fusionner|Supprimer)/ }).all()
    const usable = await Promise.all(record.map(button => button.isEnabled()))
    await page.getByRole('link', { name: 'Membres' }).click()
    await main.getByText('Personne ne gère').waitFor()
    const members = await main.getByRole('button', { name: 'Ajouter un membre' }).count()
    await page.goto('/demandes')
    await page
      .getByRole('link', { name: id === inside ? 'Amicale' : 'Comité' })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Responsables de la fiche' }).waitFor()
    const decisions = await main.getByRole('button', { name: /^(Accepter|Refuser)/ }).count()
    return [free, usable.filter(Boolean).length, members, decisions]
  }
  await enter(look, email)
  assert.deepEqual(await offered(inside), [3, 4, 1, 2])
  assert.deepEqual(await offered(beyond), [0, 0, 0, 0])
  await page.getByText('une personne qui n’a pas cette limite décide de la demande').waitFor()
})
