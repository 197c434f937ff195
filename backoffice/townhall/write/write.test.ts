// In one browser: what is kept and sent is about the service; layout.test.ts and states.test.ts show the form in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { ERRORS } from '../../../src/kernel/refusals/errors.ts'
import { enter } from '../../../test/browser/people.ts'
import { follow, skip, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { PASSWORD } from '../../../test/sign-in.ts'
import { misplaced } from '../../test/measures.ts'
import { bodyIn, filesOf, MEDIA, openTown, photograph, previewIn, unbroken } from '../../test/town-hall.ts'

/** An author's publication, written on a telephone: sent, refused, put right, published, withdrawn, held. */

const service = skip ? undefined : openTown()
const opened = async () => (await service) ?? assert.fail('there is a browser')

test('an association publishes photographs: refused, corrected, resubmitted, and shown to the public', {
  skip,
}, async () => {
  const { app, office, club, treasurer } = await opened()
  const look = await visit(app, { width: 390, asks: MEDIA })
  const { page } = look
  await page.route(`${MEDIA}/**`, async route =>
    route.fulfill({ response: await route.fetch({ url: filesOf(app, route.request().url()) }) }),
  )
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  // The invitation is opened, a password chosen.
  const president = 'bernard@example.org'
  await app
    .as(treasurer, 'public')
    .post(`/me/acteurs/${club}/members`, { email: president, nom: 'Bernard Petit', role: 'owner' })
  const mails = await app.owner.query('select text from mails where recipient_email = $1', [president])
  const [link = ''] = /https?:\/\/\S+/.exec(mails.rows[0].text) ?? []
  await page.goto(new URL(link).pathname + new URL(link).search)
  await page.getByLabel('Nouveau mot de passe').fill(PASSWORD)
  await look.assertAccessible('a password to be chosen')
  await page.locator('button[type=submit]').click()
  await page.getByText('Votre mot de passe est enregistré.').waitFor()
  await enter(look, president)
  await page.getByRole('heading', { name: 'Votre première publication' }).waitFor()
  await page.getByText('Ce que vous pouvez faire').click()
  await page.getByText('relu par la modération').waitFor()
  await look.assertAccessible('the first page')
  await page.getByRole('main').getByRole('link', { name: 'Écrire une publication' }).click()

  await page.getByRole('radio', { name: 'Événement' }).check()
  await becomes(() => page.getByRole('radio', { name: 'Alerte' }).count(), 0)
  await button('Envoyer à la relecture').click()
  await page.getByText('Donnez un titre').waitFor()
  await look.assertAccessible('what is missing')
  await page.getByLabel('Titre').fill('Gala de judo')
  await page.locator('[contenteditable=true]').waitFor()
  await page.getByLabel('Texte').fill('gratuit')
  await page.getByLabel('Texte').selectText()
  await button('Gras').click()
  await becomes(() => page.getByLabel('Texte').locator('b').allInnerTexts(), ['gratuit'])
  await page.keyboard.press('Control+z')
  await becomes(() => page.getByLabel('Texte').locator('b').count(), 0)
  await page.getByLabel('Texte').selectText()
  await button('Gras').click()
  // From a web page and a PDF, with signs that nobody sees.
  await look.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const paste = async (field: string, text: string) => {
    await page.evaluate(text => navigator.clipboard.writeText(text), text)
    await page.getByLabel(field).selectText()
    await page.keyboard.press('Control+V')
  }
  await paste('Titre', 'Gala\fde ju\u00addo')
  await becomes(() => page.getByLabel('Titre').inputValue(), 'Gala de judo')
  await paste('Premier jour', '15 jan\u00advier 2027\u200b\r\n')
  await page.getByText('vendredi 15 janvier 2027').first().waitFor()
  await page.getByLabel('Dernier jour').fill('05/01/2027')
  await page.getByLabel('Dernier jour').blur()
  await page.getByText('Le dernier jour est avant le premier.').waitFor()
  await page.getByLabel('Dernier jour').fill('')
  await page.getByLabel('Heure de début').fill('20h30')
  await page.getByLabel('Heure de fin').fill('midi')
  await page.getByLabel('Heure de fin').blur()
  await page.getByText('La fin est avant le début.').waitFor()
  await page.getByLabel('Heure de fin').fill('23 h')
  const seen = await previewIn(page)
  await seen.getByText(/Vendredi 15\sjanvier 2027, de 20\sh\s30 à 23\sh/).waitFor()
  // The connection fails at the second photograph; text typed meanwhile stays.
  let broken: 'line' | 'disk' | undefined = 'line'
  const full = { error: 'storage_low', message: ERRORS.storage_low[1], request_id: 'r-507', details: [] }
  await page.route('**/api/v1/uploads**', async route => {
    const isSecond = route.request().headers()['x-file-name'] === 'navy.jpg'
    if (isSecond && broken === 'line') await route.abort('connectionreset')
    else if (isSecond && broken) await route.fulfill({ status: 507, json: full })
    else await route.continue()
  })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([await photograph('teal'), await photograph('navy')])
  await page.getByLabel('Lieu').fill('Gymnase')
  await page.getByLabel('Lien pour en savoir plus').fill('www.judo-saint-benoit.example.org/gala')
  await page.getByLabel('Que voit-on').first().fill('Deux judokas se saluent')
  // A file that is not uploaded yet would be missing: sending names it and waits.
  await button('Réessayer').waitFor()
  await button('Envoyer à la relecture').click()
  await page.getByText('« navy.jpg » n’est pas arrivé').waitFor()
  await look.assertAccessible('a photograph that has not arrived')
  broken = 'disk'
  await button('Réessayer').click()
  await page.getByText('presque plus de place sur le serveur').waitFor()
  broken = undefined
  await button('Réessayer').click()
  await page.getByLabel('Que voit-on').nth(1).waitFor()
  await button('Envoyer à la relecture').click()
  await page.getByText('Dites en quelques mots ce que l’on voit.').waitFor()
  await page.getByText(/Un champ est à revoir\s: photo 2\./).waitFor()
  await page.getByLabel('Que voit-on sur la photo 2 ?').fill('La salle pleine')
  await button('Enlever la photo 2').waitFor()
  await page.getByText('Encore 8 photos et 5 documents pour cette publication.').waitFor()
  assert.equal(await page.getByText('Il vous reste').count(), 0, 'the quota is far')
  await button('Monter la photo 2').click()
  await previewIn(page)
  // Selectors only: a frame that is exchanged fails a script that runs in it.
  for (const [at, alt] of ['La salle pleine', 'Deux judokas se saluent'].entries())
    await seen.locator('img').nth(at).and(seen.getByAltText(alt)).waitFor({ state: 'attached' })
  await seen.locator('strong', { hasText: 'gratuit' }).waitFor()
  await look.assertAccessible('written')
  assert.deepEqual(await misplaced(page), [])
  await button('Envoyer à la relecture').click()
  await page.getByText('« Gala de judo » est envoyée.').waitFor()
  await page.getByRole('link', { name: /^En attente/ }).click()
  await page.getByRole('heading', { name: 'Gala de judo' }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Vos publications, par état' })
  await becomes(() => tabs.locator('[aria-current=page]').allTextContents(), ['En attente1'])
  assert.equal(
    (await app.owner.query('select from publication_drafts')).rowCount,
    0,
    'the draft is done with',
  )

  const { rows } = await app.owner.query(`select id from publications where title = 'Gala de judo'`)
  const { id } = rows[0]
  await office.patch(`/admin/publications/${id}/moderate`, {
    moderation_status: 'rejected',
    reason_code: 'other',
    reason: 'Il manque l’heure.',
  })
  // The tab comes with the next count.
  await page.goto('/espace/publications?etat=refusees')
  await page.getByText('Il manque l’heure.').waitFor()
  await look.assertAccessible('refused, with the reason')
  await page.getByRole('link', { name: 'Corriger et renvoyer' }).click()
  await page.getByText('Il manque l’heure.').waitFor()
  await page.getByLabel('Texte').fill('Entrée **gratuite**, à 18 h.')
  await button('Renvoyer à la relecture').click()
  await page.getByText('« Gala de judo » est envoyée.').waitFor()
  await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
  const { data } = (await app.anyone.get(`/publications/${id}`)).body
  assert.deepEqual(
    [data.body, data.lieu, data.source_url, data.images.map(({ alt }: { alt: string }) => alt)],
    [
      'Entrée **gratuite**, à 18 h.',
      'Gymnase',
      'https://www.judo-saint-benoit.example.org/gala',
      ['La salle pleine', 'Deux judokas se saluent'],
    ],
  )
  const bytes = await (await fetch(filesOf(app, data.images[0].url))).bytes()
  assert.equal((await sharp(bytes).metadata()).exif, undefined, 'where it was taken is gone')
  await page.getByRole('link', { name: /^En ligne/ }).click()
  await page.getByRole('heading', { name: 'Gala de judo' }).waitFor()
  assert.deepEqual(unbroken(look.faults), [])
})

test('a town hall confirms and sends an alert, schedules, cancels, withdraws with undo, and holds a publication with a reason', {
  skip,
}, async () => {
  const { app, commune, club, clerk } = await opened()
  await make.publication(app, club, commune, { title: 'Loto du club' })
  const look = await visit(app, { width: 390, dark: true })
  const { page } = look
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = page.getByRole('dialog')
  await enter(look, clerk)
  await page.getByRole('link', { name: /Diffuser une alerte/ }).click()
  await page.getByLabel('Titre').fill('Crue de la Loire')
  // Left, and gone on with from the drafts: it is still an alert.
  await page.getByText('Brouillon gardé à').waitFor()
  await page.getByRole('link', { name: 'Mairie de Saint-Benoît' }).click()
  await page.getByRole('heading', { name: 'Vos brouillons' }).waitFor()
  await page.getByRole('heading', { name: 'Crue de la Loire' }).waitFor()
  await look.assertAccessible('the home page with a draft')
  await page.getByRole('link', { name: 'Mes publications' }).first().click()
  await page.getByRole('link', { name: /^Brouillons/ }).click()
  await page.getByRole('link', { name: 'Continuer' }).click()
  await page.getByRole('radio', { name: 'Alerte', checked: true }).waitFor()
  await page.getByLabel('Texte').fill('Les berges sont fermées.')
  const advice = page.getByRole('group', { name: 'Ce qu’il faut faire' })
  for (const kind of ['Incendie', 'Crue']) await advice.getByRole('button', { name: kind }).click()
  await eventually(
    async () =>
      /^Les berges sont fermées\.\n+Ce qu’il faut faire\n+Ne vous engagez pas/.test(await bodyIn(page)),
    'advice is added',
  )
  await becomes(
    () => page.getByLabel('Lien pour en savoir plus').inputValue(),
    'https://www.vigicrues.gouv.fr/',
  )
  await button('Diffuser l’alerte').click()
  await page.getByText('Choisissez le niveau de l’alerte.').waitFor()
  await look.assertAccessible('an alert without a level')
  await page.getByRole('radio', { name: /^Danger/ }).check()
  await button('Diffuser l’alerte').click()
  await dialog.getByText(/Vous n’avez pas écrit de fin.* le .* à minuit\./).waitFor()
  await dialog.getByRole('button', { name: 'Relire encore' }).click()
  assert.equal(await page.getByRole('radiogroup').getByRole('radio').count(), 3, 'an author says the level')
  await page.getByRole('radio', { name: /^Vigilance/ }).check()
  await page.getByLabel('Fin de l’alerte').fill('hier 18 h')
  await button('Diffuser l’alerte').click()
  await page.getByText('Cette fin est déjà passée.').waitFor()
  await page.getByLabel('Fin de l’alerte').fill('demain 18 h')
  await page.getByText('demain à 18 h', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Premier jour').count(), 0, 'an alert has one end')
  await look.assertAccessible('an alert with its end')
  await button('Diffuser l’alerte').click()
  await look.assertAccessible('asked once more')
  for (const told of [/^Niveau.*Vigilance\.$/, /^Elle s’arrête.* demain à 18.h\.$/])
    await dialog.getByText(told).waitFor()
  await dialog.getByRole('button', { name: 'Diffuser l’alerte' }).click()
  await page.getByText('« Crue de la Loire » est en ligne.').waitFor()
  await page.getByText('En haut de votre page').waitFor()
  await page.getByText('Vigilance · fin prévue : demain à 18 h').waitFor()
  await follow(page, '/espace')
  await page.getByRole('heading', { name: 'Votre alerte en cours' }).waitFor()
  await look.assertAccessible('home, with an alert in force')
  await button('Lever l’alerte').click()
  await page.getByText('« Crue de la Loire » est levée. Les habitants le verront').waitFor()
  await page.getByText('Alerte levée').waitFor()
  await becomes(() => page.getByText('En haut de votre page', { exact: true }).count(), 0)
  await button('Annuler').click()
  await page.getByRole('heading', { name: 'Votre alerte en cours' }).waitFor()
  await page.getByRole('link', { name: 'Mes publications' }).first().click()
  await page.getByText('Alerte en vigueur').waitFor()
  await page.getByText('En haut de votre page').waitFor()
  await becomes(
    async () => (await app.anyone.get(`/communes/${commune}/publications`)).body.data[0].type.slug,
    'alerte',
  )

  await page.getByRole('link', { name: 'Écrire une publication' }).click()
  await page.getByLabel('Titre').fill('Vœux du maire')
  await page.getByLabel('Texte').fill('Un verre de cidre.')
  await page.getByLabel('Premier jour').fill('14/07/2027')
  await button('Publier plus tard…').click()
  await dialog.getByLabel('Jour').fill('demain')
  await dialog.getByText(/ à 8\sh$/).waitFor()
  await dialog.getByRole('button', { name: 'Programmer', exact: true }).click()
  await page.getByText('« Vœux du maire » sera visible demain à 8 h.').waitFor()
  await page.getByRole('link', { name: /^Programmées/ }).click()
  await page.getByRole('heading', { name: 'Crue de la Loire' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Modifier' }).click()
  await page.getByText('Elle sera visible demain à 8 h, avec vos changements.').first().waitFor()
  // Begun and left: it is there again, and can be given up.
  await page.getByLabel('Texte').fill('Un verre')
  await page.getByText('Brouillon gardé à').waitFor()
  await page.reload()
  await button('Abandonner ces changements').click()
  await button('Abandonner ces changements').waitFor({ state: 'detached' })
  await becomes(() => bodyIn(page), 'Un verre de cidre.')
  // The answer of a save is lost: sending it again is no version conflict.
  const one = '**/api/v1/publications/*'
  await page.route(one, async route => {
    if (route.request().method() !== 'PATCH') return await route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByLabel('Texte').fill('Un verre de cidre et des galettes.')
  await button('Enregistrer').click()
  await page.getByText('Le service ne répond pas.').waitFor()
  await page.unroute(one)
  await button('Enregistrer').click()
  await page.getByText('« Vœux du maire » sera visible demain à 8 h.').waitFor()
  await page.getByRole('link', { name: /^Programmées/ }).click()
  await button('Autres gestes pour « Vœux du maire »').click()
  await look.assertAccessible('what may be done')
  await button('Changer le jour de parution…').click()
  await dialog.getByLabel('Jour').fill('après-demain')
  await dialog.getByLabel('Heure').fill('midi')
  await dialog.getByRole('button', { name: 'Changer le jour' }).click()
  await page.getByText(/sera visible .+ à 12\sh\./).waitFor()
  await button('Autres gestes pour « Vœux du maire »').click()
  await button('Publier maintenant').click()
  await page.getByText('« Vœux du maire » est en ligne.').waitFor()
  const sheet = await page
    .getByRole('status')
    .getByRole('link', { name: 'Imprimer l’affiche' })
    .getAttribute('href')
  assert.match(await (await fetch(app.url + sheet)).text(), /Vœux du maire/)
  await page.getByRole('link', { name: 'Toutes' }).click()
  await button('Autres gestes pour « Vœux du maire »').click()
  await button('Annuler l’événement…').click()
  await dialog.getByLabel('Pourquoi').fill('La salle est inondée.')
  await look.assertAccessible('why it is cancelled')
  await dialog.getByRole('button', { name: 'Annuler l’événement', exact: true }).click()
  await page.getByText('« Vœux du maire » est annoncé comme annulé.').waitFor()
  await page.getByText('La salle est inondée.').waitFor()
  await page.getByRole('status').getByRole('button', { name: 'Rétablir' }).waitFor()
  await look.assertAccessible('cancelled')
  await button('Autres gestes pour « Vœux du maire »').click()
  await button('Rétablir l’événement').click()
  await page.getByText('« Vœux du maire » aura lieu : visible dans la minute.').waitFor()
  assert.equal(await page.getByLabel('Chercher dans vos publications').count(), 0, 'few are seen at a glance')
  await page.goto('/espace/publications?q=Vœux')
  await page.getByLabel('Chercher dans vos publications').fill('crue')
  await page.getByRole('heading', { name: 'Vœux du maire' }).waitFor({ state: 'detached' })
  await button('Autres gestes pour « Crue').click()
  await page.getByRole('button', { name: 'Retirer', exact: true }).click()
  await page.getByText('est retirée').waitFor()
  await button('Annuler').click()
  await page.getByText('En haut de votre page').waitFor()

  await page.getByRole('link', { name: 'Dans la commune' }).click()
  await button('Retenir…').click()
  await dialog.getByRole('button', { name: 'Retenir', exact: true }).click()
  await dialog.getByText('Dites en quelques mots').waitFor()
  await dialog.getByLabel('Pourquoi').fill('La salle n’est pas réservée.')
  await look.assertAccessible('held with a reason')
  await dialog.getByRole('button', { name: 'Retenir', exact: true }).click()
  await page.getByText('« Loto du club » est retenue.').waitFor()
  await look.assertAccessible('in the commune')
  assert.deepEqual(unbroken(look.faults), [])
})
